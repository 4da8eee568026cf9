// Reads untrusted files: regular files or an open stream, up to a size limit. Uses read() and not
// mmap(): a mapped file that shrinks would raise SIGBUS. Any thread.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

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

// Opens a file, pipe or device for reading, without waiting (for instance for the writer of a
// pipe). Returns a negative descriptor on failure, with errno set. `flags`: O_NOFOLLOW, or none.
inline Descriptor open_to_read(const std::filesystem::path& path, int flags = 0) {
    return Descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags));
}
// Reads `count` bytes from `offset` on and returns how many were read. If fewer, the file ended
// (errno is 0) or reading failed (errno is not 0).
std::size_t read_at(int file, std::uint64_t offset, void* to, std::size_t count) noexcept;

// A file that is read in parts, because it may not fit into memory. One owner.
class FileStream {
public:
    // Throws Error if the file is missing, unreadable or not a regular file.
    explicit FileStream(const std::filesystem::path& path);

    std::uint64_t size() const { return size_; }  // bytes, at opening
    // Works as the function read_at() above. Must not throw: C libraries call it.
    std::size_t read_at(std::uint64_t offset, void* to, std::size_t count) const noexcept {
        return redraw::read_at(file_.get(), offset, to, count);
    }

private:
    Descriptor file_;
    std::uint64_t size_ = 0;
};

// Reads a whole file. Throws Error, for example "Cannot open NAME: it is a folder", "... permission
// denied" or "... it is N MB; the limit is M MB".
std::vector<std::byte> read_file(const std::filesystem::path& path, std::uint64_t max_bytes);
std::string read_text_file(const std::filesystem::path& path, std::uint64_t max_bytes);

// Reads an open descriptor to its end: a pipe, a device, or a file from its current position.
// `name`: for messages ("standard input"). Reads at most max_bytes + 1 bytes. Throws Error, for
// example "Cannot open NAME: it is closed", "... it is a terminal: ..." or "... it is more than the
// limit of M MB".
std::vector<std::byte> read_stream(int descriptor, const std::string& name,
                                   std::uint64_t max_bytes);

// Makes a path absolute. Throws Error for a relative path if the current folder was deleted or
// cannot be read.
std::filesystem::path absolute_path(const std::filesystem::path& path);

}  // namespace redraw
