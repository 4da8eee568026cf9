#include "engine/system/atomic_file.h"

#include "engine/error.h"
#include "engine/text/display_name.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

namespace redraw {
namespace {

std::filesystem::path folder_of(const std::filesystem::path& file) {
    return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

// Follows the symbolic link that `path` names, and further ones; links among its folders stay. The
// final file need not exist.
std::filesystem::path follow_links(std::filesystem::path path) {
    constexpr int kMostLinks = 40;  // same limit as Linux
    for (int links = 0; links < kMostLinks; ++links) {
        std::error_code error;
        const std::filesystem::path next = std::filesystem::read_symlink(path, error);
        if (error) return path;
        path = folder_of(path) / next;
    }
    refuse_writing(path, errno_text(ELOOP));
}

std::string own_link(int descriptor) {
    return "/proc/self/fd/" + std::to_string(descriptor);
}

namespace fs = std::filesystem;

// Returns a request of the F_OFD_ commands for a write lock on the whole file. It belongs to the
// open file description: closing another descriptor of the file does not release the lock.
struct flock whole() {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return lock;
}

}  // namespace

// Examines the target under the given name, with its links unresolved: /dev/stdout may link to a
// pipe, "pipe:[4711]", which is no path.
AtomicFile::AtomicFile(const std::filesystem::path& target) : target_(target) {
    require_file_name(target_);
    struct stat old {};
    const bool exists = stat(target_.c_str(), &old) == 0;
    if (!exists && errno != ENOENT) refuse_writing(target_, errno_text(errno));
    if (exists && S_ISDIR(old.st_mode)) refuse_writing(target_, "it is a folder");
    if (exists && !S_ISREG(old.st_mode)) refuse_writing(target_, "it is not a regular file");
    target_ = follow_links(target);
    require_file_name(target_);
    // Refuses a read-only target: a rename would replace a file that its owner has protected.
    if (exists && faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0)
        refuse_writing(target_, errno == EACCES ? "it is read-only" : errno_text(errno));
    open_temporary();
    if (exists) copy_mode(old.st_mode & 0777);
}

// Copies the mode of the replaced file, unless the new file has it already: file systems on which
// all files have the same mode may refuse the call.
void AtomicFile::copy_mode(unsigned mode) {
    struct stat created {};
    const bool known = fstat(file_.get(), &created) == 0;
    if (known && (created.st_mode & 0777) == mode) return;
    if (!known || fchmod(file_.get(), mode) != 0) {
        const int error = errno;
        if (!temporary_.empty()) unlink(temporary_.c_str());
        refuse_writing(target_, errno_text(error));
    }
}

void AtomicFile::open_temporary() {
    constexpr mode_t kNewFile = 0666;  // mode reduced by the umask
#ifdef O_TMPFILE
    const std::filesystem::path folder = folder_of(target_);
    file_ = Descriptor(open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, kNewFile));
    // Checks that the nameless file can get a name later: that needs /proc and linkat(), which
    // some containers forbid.
    const bool may_link = linkat(AT_FDCWD, "", AT_FDCWD, "", 0) != 0 && errno == ENOENT;
    if (file_.get() >= 0 && may_link && access(own_link(file_.get()).c_str(), F_OK) == 0) return;
#endif
    do {
        // Puts the temporary file into the target's folder, because a rename cannot cross file
        // systems. Gives it a short name, because the target's may already have the maximum length.
        temporary_ = temporary_name(folder_of(target_), ".part");
        file_ =
            Descriptor(open(temporary_.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, kNewFile));
    } while (file_.get() < 0 && errno == EEXIST);
    if (file_.get() < 0) {
        const int error = errno;
        temporary_.clear();
        refuse_writing(target_, error == ENOENT ? "there is no such folder" : errno_text(error));
    }
}

AtomicFile::~AtomicFile() {
    if (!temporary_.empty()) unlink(temporary_.c_str());
}

void AtomicFile::commit() {
    REDRAW_CHECK(file_.get() >= 0, "committed twice");
    flush();
    if (fsync(file_.get()) != 0) refuse_writing(target_, errno_text(errno));
    while (temporary_.empty()) {
        const std::filesystem::path name = temporary_name(folder_of(target_), ".part");
        if (linkat(AT_FDCWD, own_link(file_.get()).c_str(), AT_FDCWD, name.c_str(),
                   AT_SYMLINK_FOLLOW) == 0) {
            temporary_ = name;
        } else if (errno != EEXIST) {
            refuse_writing(target_, errno_text(errno));
        }
    }
    if (::close(file_.release()) != 0) refuse_writing(target_, errno_text(errno));
    if (const int error = rename_over(temporary_, target_))
        refuse_writing(target_, errno_text(error));
    temporary_.clear();

    if (flush_folder(folder_of(target_)) == EIO)
        refuse_writing(target_, "it was written, but its folder reports " + errno_text(EIO));
}

int rename_to_new(const std::filesystem::path& from, const std::filesystem::path& to) {
    if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
    // Treats EPERM as an unsupported system call, too: some containers forbid it.
    if (errno != EINVAL && errno != ENOSYS && errno != EPERM) return errno;
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(to, ignored))) return EEXIST;
    return rename_over(from, to);
}

const bool kReplacesOpenFiles = true;

int rename_over(const std::filesystem::path& from, const std::filesystem::path& to) {
    return std::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

fs::path followed_path(const fs::path& path, std::error_code& error) {
    fs::path real = fs::weakly_canonical(path, error);
    return error ? path : real;
}

int flush_folder(const fs::path& folder) {
    const Descriptor file(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return file.get() >= 0 && fsync(file.get()) != 0 ? errno : 0;
}

std::optional<FileLock> FileLock::take(const fs::path& path) {
    require_no_link(path.parent_path());
    require_no_link(path);
    // Refuses symbolic links again while opening the folder and the file, in case somebody has
    // created one since the checks.
    const Descriptor folder(
        open(path.parent_path().c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (folder.get() < 0) refuse_writing(path, errno_text(errno));
    constexpr mode_t kNewFile = 0666;  // mode reduced by the umask
    Descriptor file(openat(folder.get(), path.filename().c_str(),
                           O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY,
                           kNewFile));
    struct stat status {};
    if (file.get() < 0 || fstat(file.get(), &status) != 0) refuse_writing(path, errno_text(errno));
    if (!S_ISREG(status.st_mode)) refuse_writing(path, "it is not a regular file");
    struct flock lock = whole();
    if (fcntl(file.get(), F_OFD_SETLK, &lock) == 0) {
        // If the previous owner deleted the file meanwhile, this is a lock on no file.
        struct stat now {};
        const bool there =
            fstatat(folder.get(), path.filename().c_str(), &now, AT_SYMLINK_NOFOLLOW) == 0;
        if (!there || now.st_ino != status.st_ino) return take(path);
        return FileLock(std::move(file));
    }
    if (errno != EAGAIN && errno != EACCES) refuse_writing(path, errno_text(errno));
    return std::nullopt;
}

bool FileLock::is_held(int file) {
    struct flock lock = whole();
    return fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

}  // namespace redraw
