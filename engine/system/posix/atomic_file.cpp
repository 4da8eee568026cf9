#include "engine/system/atomic_file.h"

#include "engine/error.h"
#include "engine/text/display_name.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>

namespace redraw {
namespace {

constexpr std::size_t kGather = 1 << 16;

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

constexpr auto kForgotten = std::chrono::hours(24);

std::uint32_t fnv1a(std::string_view text) {
    std::uint32_t hash = 2166136261u;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash;
}

// Returns an id of this machine's boot and container. Machines and containers may share a folder,
// where equal process ids are different processes.
std::uint32_t this_place() {
    static const std::uint32_t place = [] {
        std::ifstream boot("/proc/sys/kernel/random/boot_id");
        std::string id{std::istreambuf_iterator<char>(boot), {}};
        std::error_code ignored;
        id += fs::read_symlink("/proc/self/ns/pid", ignored).native();
        return fnv1a(id);
    }();
    return place;
}

// The process that made an incomplete file.
struct Maker {
    unsigned place = 0;
    int process = 0;
};

std::optional<Maker> maker_of(const std::string& name) {
    Maker maker;
    unsigned number = 0;
    int end = 0;
    if (std::sscanf(name.c_str(), ".redraw-%8x-%d-%u.%n", &maker.place, &maker.process, &number,
                    &end) != 3 ||
        end == 0 || maker.process <= 0)
        return std::nullopt;
    const std::string_view extension = std::string_view(name).substr(std::size_t(end));
    if (extension != "part" && extension != "frames" && extension != "runs") return std::nullopt;
    return maker;
}

bool is_abandoned(const fs::path& folder, const std::string& name) {
    const auto maker = maker_of(name);
    if (!maker) return false;
    if (maker->place == this_place()) return kill(maker->process, 0) != 0 && errno == ESRCH;
    std::error_code gone;
    const auto touched = fs::last_write_time(folder / name, gone);
    return !gone && fs::file_time_type::clock::now() - touched > kForgotten;
}

bool is_of_this_process(const fs::path&, const std::string& name) {
    const auto maker = maker_of(name);
    return maker && maker->place == this_place() && maker->process == getpid();
}

// Folders in which this process looked for abandoned files; it makes incomplete files in no others.
// Never destroyed, because remove_unfinished() may run while the process ends.
struct LookedInto {
    std::mutex mutex;
    std::set<fs::path> folders;
};
LookedInto& looked_into() {
    static LookedInto& all = *new LookedInto;
    return all;
}

bool is_first_look(const fs::path& folder) {
    std::error_code error;
    const fs::path absolute = fs::absolute(folder, error);
    const std::lock_guard lock(looked_into().mutex);
    return !error && looked_into().folders.insert(absolute).second;
}

// Returns true if there were such files. Ignores those that cannot be listed or removed. Avoids
// libstdc++'s directory_iterator, which ends the process when memory runs out.
bool remove_if(const fs::path& folder, bool (*goes)(const fs::path&, const std::string&)) {
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(opendir(folder.c_str()), closedir);
    bool found = false;
    while (const dirent* entry = listing ? readdir(listing.get()) : nullptr) {
        if (!goes(folder, entry->d_name)) continue;
        std::error_code ignored;
        fs::remove_all(folder / entry->d_name, ignored);
        found = true;
    }
    return found;
}

// Returns a request of the F_OFD_ commands for a write lock on the whole file. It belongs to the
// open file description: closing another descriptor of the file does not release the lock.
struct flock whole() {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return lock;
}

}  // namespace

void refuse_writing(const fs::path& file, const std::string& reason) {
    throw Error(Error::Kind::not_writable,
                "Cannot write " + display_file_name(file) + ": " + reason);
}

// Examines the target under the given name, with its links unresolved: /dev/stdout may link to a
// pipe, "pipe:[4711]", which is no path.
AtomicFile::AtomicFile(const std::filesystem::path& target) : target_(target) {
    if (!target_.has_filename()) refuse_writing(target_, "it names a folder, not a file");
    struct stat old {};
    const bool exists = stat(target_.c_str(), &old) == 0;
    if (!exists && errno != ENOENT) refuse_writing(target_, errno_text(errno));
    if (exists && S_ISDIR(old.st_mode)) refuse_writing(target_, "it is a folder");
    if (exists && !S_ISREG(old.st_mode)) refuse_writing(target_, "it is not a regular file");
    target_ = follow_links(target);
    if (!target_.has_filename()) refuse_writing(target_, "it names a folder, not a file");
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

void AtomicFile::write(std::span<const std::byte> bytes) {
    pending_.insert(pending_.end(), bytes.begin(), bytes.end());
    if (pending_.size() >= kGather) flush();
}

void AtomicFile::flush() {
    const std::vector<std::byte> bytes = std::exchange(pending_, {});
    write_at(flushed_, bytes);
    flushed_ += bytes.size();
}

void AtomicFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
    REDRAW_CHECK(pending_.empty(), "written by write()");
    if (const int error = redraw::write_at(file_.get(), offset, bytes))
        refuse_writing(target_, errno_text(error));
}

std::size_t AtomicFile::read_at(std::uint64_t offset, std::span<std::byte> into) const {
    const std::size_t count = redraw::read_at(file_.get(), offset, into.data(), into.size());
    if (count < into.size() && errno != 0) refuse_writing(target_, errno_text(errno));
    return count;
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

void write_file_atomically(const std::filesystem::path& target, std::span<const std::byte> bytes) {
    AtomicFile file(target);
    file.write(bytes);
    file.commit();
}

int rename_to_new(const std::filesystem::path& from, const std::filesystem::path& to) {
    if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
    // Treats EPERM as an unsupported system call, too: some containers forbid it.
    if (errno != EINVAL && errno != ENOSYS && errno != EPERM) return errno;
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(to, ignored))) return EEXIST;
    return rename_over(from, to);
}

int rename_over(const std::filesystem::path& from, const std::filesystem::path& to) {
    return std::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

fs::path temporary_name(const fs::path& folder, const char* extension) {
    remove_abandoned(folder);
    static std::atomic<unsigned> counter = 0;
    fs::path path;
    do {
        path = folder /
               fmt::format(".redraw-{:08x}-{}-{}{}", this_place(), getpid(), ++counter, extension);
    } while (access(path.c_str(), F_OK) == 0);
    return path;
}

void remove_abandoned(const fs::path& folder) {
    if (is_first_look(folder)) remove_if(folder, is_abandoned);
}

void remove_unfinished() {
    const std::lock_guard lock(looked_into().mutex);
    // Again, because another thread may still write, or remove the same files.
    constexpr int kTries = 1000;
    for (const fs::path& folder : looked_into().folders)
        for (int i = 0; i < kTries && remove_if(folder, is_of_this_process); ++i) continue;
}

int flush_folder(const fs::path& folder) {
    const Descriptor file(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return file.get() >= 0 && fsync(file.get()) != 0 ? errno : 0;
}

void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw Error("Cannot make the folder " + display_name(folder) + ": " +
                    errno_text(error.value()));
}

void require_no_link(const fs::path& path) {
    if (file_status(path, Links::not_followed).kind == FileStatus::Kind::link)
        refuse_writing(path, "it is a symbolic link");
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
