#include "engine/file/read_file.h"

#include "engine/error.h"
#include "engine/file/descriptor.h"
#include "engine/text/display_name.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>

namespace redraw {
namespace {

std::string megabytes(std::uint64_t bytes) {
    return std::to_string((bytes + 999'999) / 1'000'000) + " MB";
}

}  // namespace

std::vector<std::byte> read_file(const std::filesystem::path& path, std::uint64_t max_bytes) {
    const auto refuse = [&](const std::string& reason) {
        const std::filesystem::path name = path.has_filename() ? path.filename() : path;
        throw Error("Cannot open " + display_name(name) + ": " + reason);
    };
    const auto check_regular = [&](const struct stat& status) {
        if (S_ISDIR(status.st_mode)) refuse("it is a folder");
        if (!S_ISREG(status.st_mode)) refuse("it is not a regular file");
    };

    // Looked at before it is opened, because opening alone makes some devices act; and again after,
    // because it may be another file by then. O_NONBLOCK keeps a pipe from waiting for its writer.
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) refuse(errno_text(errno));
    check_regular(status);
    const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (file.get() < 0 || fstat(file.get(), &status) != 0) refuse(errno_text(errno));
    check_regular(status);
    const auto size = std::uint64_t(status.st_size);
    if (size > max_bytes)
        refuse("it is " + megabytes(size) + "; the limit is " + megabytes(max_bytes));

    std::vector<std::byte> bytes(size);
    std::size_t filled = 0;
    while (filled < bytes.size()) {
        const ssize_t count = read(file.get(), bytes.data() + filled, bytes.size() - filled);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) refuse(errno_text(errno));
        if (count == 0) break;  // it shrank since
        filled += std::size_t(count);
    }
    bytes.resize(filled);
    return bytes;
}

}  // namespace redraw
