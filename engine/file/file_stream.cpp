#include "engine/file/file_stream.h"

#include "engine/error.h"
#include "engine/text/address.h"
#include "engine/text/display_name.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace redraw {

OpenedFile open_regular_file(const std::filesystem::path& path) {
    const auto refuse = [&](const std::string& reason) {
        const std::filesystem::path name = path.has_filename() ? path.filename() : path;
        throw Error("Cannot open " + display_name(name) + ": " + reason);
    };
    const auto check_regular = [&](const struct stat& status) {
        if (S_ISDIR(status.st_mode)) refuse("it is a folder");
        if (!S_ISREG(status.st_mode)) refuse("it is not a regular file");
    };

    // Examines it before opening, because opening alone makes some devices act; and again after,
    // because it may be another file by then. O_NONBLOCK keeps a pipe from waiting for its writer.
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) {
        const int why = errno;
        if (is_address(path.native())) throw Error(address_refused(path.native()));
        // Names the whole path: the folder may be the mistake.
        if (why == ENOENT)
            throw Error("Cannot open " + display_name(path) + ": " + errno_text(why));
        refuse(errno_text(why));
    }
    check_regular(status);
    Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (file.get() < 0 || fstat(file.get(), &status) != 0) refuse(errno_text(errno));
    check_regular(status);
    return {std::move(file), std::uint64_t(status.st_size)};
}

std::size_t FileStream::read_at(std::uint64_t offset, void* to, std::size_t count) const noexcept {
    std::size_t filled = 0;
    while (filled < count) {
        const ssize_t given = pread(file_.descriptor.get(), static_cast<char*>(to) + filled,
                                    count - filled, off_t(offset + filled));
        if (given < 0 && errno == EINTR) continue;
        if (given <= 0) break;
        filled += std::size_t(given);
    }
    return filled;
}

}  // namespace redraw
