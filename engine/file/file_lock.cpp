#include "engine/file/file_lock.h"

#include "engine/error.h"
#include "engine/file/paths.h"
#include "engine/text/display_name.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

namespace redraw {
namespace {

// Locks the whole file, by the open file and not the process: closing another descriptor keeps it.
struct flock whole() {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return lock;
}

}  // namespace

std::optional<FileLock> FileLock::take(const std::filesystem::path& path) {
    const auto refuse = [&](int error) {
        throw Error(Error::Kind::not_writable,
                    "Cannot write " + display_name(path.filename()) + ": " + errno_text(error));
    };
    require_no_link(path.parent_path());
    require_no_link(path);
    // Checks both again at opening, in case somebody puts a link there meanwhile.
    const Descriptor folder(
        open(path.parent_path().c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (folder.get() < 0) refuse(errno);
    constexpr mode_t kNewFile = 0666;  // less the umask
    Descriptor file(openat(folder.get(), path.filename().c_str(),
                           O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY,
                           kNewFile));
    struct stat status {};
    if (file.get() < 0 || fstat(file.get(), &status) != 0) refuse(errno);
    if (!S_ISREG(status.st_mode))
        throw Error(Error::Kind::not_writable,
                    "Cannot write " + display_name(path.filename()) + ": it is not a regular file");
    struct flock lock = whole();
    if (fcntl(file.get(), F_OFD_SETLK, &lock) == 0) return FileLock(std::move(file));
    if (errno != EAGAIN && errno != EACCES) refuse(errno);
    return std::nullopt;
}

bool FileLock::is_held(int file) {
    struct flock lock = whole();
    return fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

}  // namespace redraw
