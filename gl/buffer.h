// A storage buffer on the device. Make, use and destroy it within a Context::Use.
#pragma once

#include "gl/context.h"

#include <cstddef>
#include <span>
#include <utility>

namespace redraw::gl {

class Buffer {
public:
    Buffer() = default;
    // Allocates; contents are undefined. Throws Error if the driver does not allow so large a
    // buffer. Lack of memory is found by Context::check().
    Buffer(const Context& context, std::size_t bytes);
    // Allocates a buffer that no kernel uses, only copy(): it may be larger than a storage buffer.
    static Buffer for_copies(std::size_t bytes);
    // Allocates a buffer with these values. It has at least one element, so that it can be bound.
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
    // Waits until the device has computed everything before.
    template <class T>
    void read(std::span<T> values) const {
        read(values.data(), values.size_bytes());
    }
    // Copies bytes of another buffer on the device.
    void copy(const Buffer& from, std::size_t from_at, std::size_t at, std::size_t bytes) const;
    void clear() const;                      // to zeros
    unsigned name() const { return name_; }  // 0: none
    std::size_t bytes() const { return bytes_; }

private:
    void allocate(std::size_t bytes);
    void write(const void* from, std::size_t bytes) const;
    void read(void* to, std::size_t bytes) const;
    unsigned name_ = 0;
    std::size_t bytes_ = 0;
};

}  // namespace redraw::gl
