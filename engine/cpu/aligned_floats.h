// AlignedFloats: a fixed number of floats, zeroed and aligned to a cache line. The last line is
// whole: KernelSet::update_lines uses all of it. Large arrays may get huge pages.
#pragma once

#include <cstddef>
#include <memory>

namespace redraw::cpu {

class AlignedFloats {
public:
    AlignedFloats() = default;
    explicit AlignedFloats(std::size_t size);

    float* data() { return floats_.get(); }
    const float* data() const { return floats_.get(); }
    std::size_t size() const { return size_; }

private:
    struct Free {
        void operator()(float* floats) const;
    };
    std::unique_ptr<float[], Free> floats_;
    std::size_t size_ = 0;
};

}  // namespace redraw::cpu
