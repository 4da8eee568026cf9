// The kernels of the OpenGL backend. The program contains their sources; sizes and settings are
// arguments, so each kernel is compiled only once for all networks and pictures.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace redraw::gl {

enum class Kernel {
    gather,
    forward,
    deltas,
    fused_forward_64,  // up to 64 inputs and outputs a layer
    fused_deltas_64,
    fused_forward_128,
    fused_deltas_128,
    weights,
    columns,
    output,
    tables,
    update,
    finish,
    rgba,
    mean
};
inline constexpr std::size_t kKernelCount = 15;

// Returns the kernel's whole source.
std::string source_of(Kernel kernel);

// A compute program. Make and destroy it within a Context::Use.
class Program {
public:
    Program() = default;
    // Compiles and links. Throws Error with the start of the compiler's log.
    explicit Program(const std::string& source);
    Program(Program&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    Program& operator=(Program&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    ~Program();
    unsigned name() const { return name_; }  // 0: not compiled yet

private:
    unsigned name_ = 0;
};

}  // namespace redraw::gl
