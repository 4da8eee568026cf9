#include "engine/system/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

namespace redraw {
namespace {

FileStatus status_from(int failed, const struct stat& status) {
    using enum FileStatus::Kind;
    if (failed != 0) return {.kind = none, .error = errno};
    return {.kind = S_ISREG(status.st_mode)   ? file
                    : S_ISDIR(status.st_mode) ? folder
                    : S_ISLNK(status.st_mode) ? link
                                              : other,
            .identity = {status.st_dev, status.st_ino},
            .names = status.st_nlink,
            .bytes = std::uint64_t(status.st_size)};
}

Descriptor open_with(const std::filesystem::path& path, int flags, mode_t mode = 0) {
    int file = -1;
    do file = open(path.c_str(), flags | O_CLOEXEC, mode);
    while (file < 0 && errno == EINTR);
    return Descriptor(file);
}

}  // namespace

Descriptor::~Descriptor() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

FileStatus file_status(const std::filesystem::path& path, Links links) {
    struct stat status {};
    const auto ask = links == Links::followed ? stat : lstat;
    return status_from(ask(path.c_str(), &status), status);
}

FileStatus file_status(int file) {
    struct stat status {};
    return status_from(fstat(file, &status), status);
}

int access_error(const std::filesystem::path& path, FileUse use) {
    const int mode = use == FileUse::read             ? R_OK
                     : use == FileUse::read_and_write ? R_OK | W_OK
                                                      : W_OK | X_OK;
    return faccessat(AT_FDCWD, path.c_str(), mode, AT_EACCESS) == 0 ? 0 : errno;
}

Descriptor open_to_read(const std::filesystem::path& path, Links links) {
    const int flags = links == Links::followed ? 0 : O_NOFOLLOW;
    return open_with(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | flags);
}

Descriptor open_pipe(const std::filesystem::path& path) {
    return open_with(path, O_RDONLY);
}

std::size_t read_at(int file, std::uint64_t offset, void* to, std::size_t count) noexcept {
    std::size_t filled = 0;
    errno = 0;
    while (filled < count) {
        const ssize_t given =
            pread(file, static_cast<char*>(to) + filled, count - filled, off_t(offset + filled));
        if (given < 0 && errno == EINTR) {
            errno = 0;
            continue;
        }
        if (given <= 0) break;
        filled += std::size_t(given);
    }
    return filled;
}

std::ptrdiff_t read_next(int file, void* to, std::size_t count) {
    ssize_t given = 0;
    do given = read(file, to, count);
    while (given < 0 && errno == EINTR);
    return given;
}

bool is_terminal(int file) {
    return isatty(file) != 0;
}

int write_at(int file, std::uint64_t offset, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t count = pwrite(file, bytes.data(), bytes.size(), off_t(offset));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return count == 0 ? ENOSPC : errno;
        bytes = bytes.subspan(std::size_t(count));
        offset += std::uint64_t(count);
    }
    return 0;
}

int replace_contents(int file, std::span<const std::byte> bytes) {
    if (const int error = write_at(file, 0, bytes)) return error;
    return ftruncate(file, off_t(bytes.size())) == 0 ? 0 : errno;
}

int overwrite_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    Descriptor file = open_with(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK);
    if (file.get() < 0) return errno;
    int error = write_at(file.get(), 0, bytes);
    if (error != 0 && ftruncate(file.get(), 0) != 0) error = errno;
    if (close(file.release()) != 0 && error == 0) error = errno;
    return error;
}

int write_private_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    constexpr mode_t kOwner = 0600;
    Descriptor file = open_with(path, O_WRONLY | O_CREAT | O_EXCL, kOwner);
    if (file.get() < 0) return errno;
    int error = write_at(file.get(), 0, bytes);
    if (close(file.release()) != 0 && error == 0) error = errno;
    if (error != 0) unlink(path.c_str());
    return error;
}

// Avoids libstdc++'s directory_iterator, which ends the process when memory runs out.
void visit_names(const std::filesystem::path& folder,
                 const std::function<void(const std::string&)>& visit) {
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(opendir(folder.c_str()), closedir);
    while (const dirent* entry = listing ? readdir(listing.get()) : nullptr) visit(entry->d_name);
}

int new_folder(const std::filesystem::path& path, bool is_private) {
    constexpr mode_t kAll = 0777, kOwner = 0700;  // mode reduced by the umask
    return mkdir(path.c_str(), is_private ? kOwner : kAll) == 0 ? 0 : errno;
}

}  // namespace redraw
