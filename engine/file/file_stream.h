// Owners of an open file: a descriptor, and a stream of C's library.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <utility>

namespace redraw {

// A file descriptor that closes itself.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
    Descriptor(Descriptor&& other) noexcept : descriptor_(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    ~Descriptor() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }

    int get() const { return descriptor_; }
    int release() { return std::exchange(descriptor_, -1); }

private:
    int descriptor_ = -1;
};

// An untrusted file that is read a part at a time, because it may not fit into memory. Opened as
// read_file() does. One owner; any thread.

// Opens a file for reading; `size` in bytes. Throws Error: it is missing or not a regular file.
struct OpenedFile {
    Descriptor descriptor;
    std::uint64_t size = 0;
};
OpenedFile open_regular_file(const std::filesystem::path& path);

class FileStream {
public:
    explicit FileStream(const std::filesystem::path& path) : file_(open_regular_file(path)) {}

    std::uint64_t size() const { return file_.size; }
    // Returns the bytes read: fewer than asked for at the end, or if the disk fails. Called
    // by C libraries, through which no exception may pass.
    std::size_t read_at(std::uint64_t offset, void* to, std::size_t count) const noexcept;

private:
    OpenedFile file_;
};

}  // namespace redraw
