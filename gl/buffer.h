// A storage buffer on the device. Make and destroy it within a Context::Use.
#pragma once

#include "gl/context.h"

#include <cstddef>
#include <span>
#include <utility>

namespace redraw::gl {

class Buffer {
public:
    Buffer() = default;
    // Allocates a buffer with undefined contents. Throws Error if it exceeds the driver's limit.
    // Context::check() reports lack of memory.
    Buffer(const Context& context, std::size_t bytes);
    // Allocates a buffer for copy() only. It may exceed the driver's limit, which is for kernels.
    static Buffer for_copies(std::size_t bytes);
    // Makes a buffer of these values, with room for at least one so that it can be bound.
    template <class T>
    Buffer(const Context& context, std::span<const T> values)
        : Buffer(context, values.empty() ? sizeof(T) : values.size_bytes()) {
        write(values);
    }
    Buffer(Buffer&& other) noexcept
        : name_(std::exchange(other.name_, 0)), bytes_(std::exchange(other.bytes_, 0)) {}
    Buffer& operator=(Buffer&& other) noexcept {
        std::swap(name_, other.name_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~Buffer();

    template <class T>
    void write(std::span<const T> values) const {
        write(values.data(), values.size_bytes());
    }
    // Reads the values after waiting for earlier work on them.
    template <class T>
    void read(std::span<T> values) const {
        read(values.data(), values.size_bytes());
    }
    // Copies `bytes` bytes of `from`, from offset `from_at` on, to offset `at`, on the device.
    void copy(const Buffer& from, std::size_t from_at, std::size_t at, std::size_t bytes) const;
    void clear() const;                      // sets all bytes to zero
    unsigned name() const { return name_; }  // OpenGL's name; 0: no buffer
    std::size_t bytes() const { return bytes_; }

private:
    void allocate(std::size_t bytes);
    void write(const void* from, std::size_t bytes) const;
    void read(void* to, std::size_t bytes) const;
    unsigned name_ = 0;
    std::size_t bytes_ = 0;
};

}  // namespace redraw::gl
