// Files: what a path names, what this process may do with it, reading and writing open files.
// Errors are numbers of <cerrno>; 0: none. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
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
    ~Descriptor();

    int get() const { return descriptor_; }
    int release() { return std::exchange(descriptor_, -1); }

private:
    int descriptor_ = -1;
};

// Whether a symbolic link stands for its file or for itself.
enum class Links { followed, not_followed };

struct FileStatus {
    enum class Kind { none, file, folder, link, other } kind = Kind::none;
    int error = 0;  // why the kind is none
    // Equal for two names of one file; the second number is 0 if unknown.
    std::pair<std::uint64_t, std::uint64_t> identity{};
    std::uint64_t names = 0, bytes = 0;  // `names`: hard links
};
FileStatus file_status(const std::filesystem::path& path, Links links = Links::followed);
FileStatus file_status(int file);

// Returns 0 if this process may read a file, read and write it, or make files in a folder.
enum class FileUse { read, read_and_write, make_files };
int access_error(const std::filesystem::path& path, FileUse use);

// Opens a file, pipe or device for reading, without waiting (for instance for the writer of a
// pipe). Returns a negative descriptor on failure, with errno set (ELOOP: a link not followed).
Descriptor open_to_read(const std::filesystem::path& path, Links links = Links::followed);
// Opens a pipe for reading. Waits until a program opens it for writing.
Descriptor open_pipe(const std::filesystem::path& path);
// Reads `count` bytes from `offset` on and returns how many were read. If fewer, the file ended
// (errno is 0) or reading failed (errno is not 0).
std::size_t read_at(int file, std::uint64_t offset, void* to, std::size_t count) noexcept;
// Reads what a pipe, a device or a file has next: at least one byte, waiting for it. Returns 0 at
// the end, and -1 on failure, with errno set.
std::ptrdiff_t read_next(int file, void* to, std::size_t count);
bool is_terminal(int file);

// Writes all bytes from `offset` on.
int write_at(int file, std::uint64_t offset, std::span<const std::byte> bytes);
// Replaces the contents of an open file.
int replace_contents(int file, std::span<const std::byte> bytes);
// Replaces the contents of a regular file in place. Leaves the file empty on failure.
int overwrite_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
// Makes a file that only this user may read. EEXIST: the name is taken. Removes it on failure.
int write_private_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

// Calls visit(name) for what a folder contains; for nothing if it cannot be listed.
void visit_names(const std::filesystem::path& folder,
                 const std::function<void(const std::string&)>& visit);

// Makes a folder, for this user only if `is_private`. EEXIST: the name is taken.
int new_folder(const std::filesystem::path& path, bool is_private = false);

}  // namespace redraw
