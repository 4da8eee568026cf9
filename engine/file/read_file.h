// Reads untrusted files: regular files only, or a stream that is open already; never more than
// asked for, by read() (a mapped file that shrinks would be a SIGBUS). Any thread.
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

// Opens whatever has this name for reading and never waits, as for the writer of a pipe. Negative
// where it cannot be opened; errno says why. `flags`: O_NOFOLLOW, or none.
inline Descriptor open_to_read(const std::filesystem::path& path, int flags = 0) {
    return Descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags));
}
// Returns the bytes read: fewer than asked for at the end, where errno is 0, or if the disk fails.
std::size_t read_at(int file, std::uint64_t offset, void* to, std::size_t count) noexcept;

// A file that is read a part at a time, because it may not fit into memory. One owner.
class FileStream {
public:
    // Throws Error: it is missing or not a regular file.
    explicit FileStream(const std::filesystem::path& path);

    std::uint64_t size() const { return size_; }  // bytes, when it was opened
    // Called by C libraries, through which no exception may pass.
    std::size_t read_at(std::uint64_t offset, void* to, std::size_t count) const noexcept {
        return redraw::read_at(file_.get(), offset, to, count);
    }

private:
    Descriptor file_;
    std::uint64_t size_ = 0;
};

// Throws Error ("Cannot open NAME: it is a folder" / "no such file" / "permission denied" /
// "it is not a regular file" / "it is N MB; the limit is M MB").
std::vector<std::byte> read_file(const std::filesystem::path& path, std::uint64_t max_bytes);
std::string read_text_file(const std::filesystem::path& path, std::uint64_t max_bytes);

// Reads an open descriptor to its end: a pipe, a device, a file from its current position.
// `name` is for messages ("standard input"). At most max_bytes and one more are read. Throws Error
// ("Cannot open NAME: it is closed" / "it is a terminal: ..." / "it is more than the limit of M
// MB").
std::vector<std::byte> read_stream(int descriptor, const std::string& name,
                                   std::uint64_t max_bytes);

// Makes a path absolute. Throws Error for a relative path if the current folder was deleted.
std::filesystem::path absolute_path(const std::filesystem::path& path);

}  // namespace redraw
