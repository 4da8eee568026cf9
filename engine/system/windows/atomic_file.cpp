#include "engine/system/atomic_file.h"

#include "engine/error.h"
#include "engine/system/windows/handle.h"
#include "engine/text/display_name.h"

#include <algorithm>
#include <cerrno>

namespace redraw {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

DWORD try_to_rename(const fs::path& from, const fs::path& to) {
    const DWORD attributes = GetFileAttributesW(to.c_str());
    if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 &&
        !RemoveDirectoryW(to.c_str()))
        return GetLastError();
    constexpr DWORD kHow = MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH;
    return MoveFileExW(from.c_str(), to.c_str(), kHow) ? 0 : GetLastError();
}

// The byte that FileLock locks. Locks keep other programs from reading, so it is far beyond the
// end.
OVERLAPPED lock_place() {
    OVERLAPPED place{};
    place.OffsetHigh = 0x40000000;
    return place;
}

bool lock_byte(int file, DWORD how) {
    OVERLAPPED place = lock_place();
    return LockFileEx(handle_of(file), how | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place) != 0;
}

}  // namespace

AtomicFile::AtomicFile(const fs::path& target) : target_(target) {
    using enum FileStatus::Kind;
    require_file_name(target_);
    const FileStatus old = file_status(target_);
    if (old.error != 0 && old.error != ENOENT) refuse_writing(target_, errno_text(old.error));
    if (old.kind == folder) refuse_writing(target_, "it is a folder");
    if (old.error == 0 && old.kind != file) refuse_writing(target_, "it is not a regular file");
    if (old.kind != file && file_status(target_, Links::not_followed).kind == link)
        refuse_writing(target_, errno_text(ENOENT));
    std::error_code ignored;
    if (old.kind == file) target_ = followed_path(target_, ignored);
    // Refuses a read-only target: a rename would replace a file that its owner has protected.
    if (old.error == 0)
        if (const int error = access_error(target_, FileUse::read_and_write))
            refuse_writing(target_, error == EACCES ? "it is read-only" : errno_text(error));
    open_temporary();
}

void AtomicFile::open_temporary() {
    do {
        temporary_ = temporary_name(folder_of(target_), ".part");
        file_ = open_path(temporary_, GENERIC_READ | GENERIC_WRITE, CREATE_NEW, 0);
    } while (file_.get() < 0 && errno == EEXIST);
    if (file_.get() >= 0) return;
    const int error = errno;
    temporary_.clear();
    refuse_writing(target_, error == ENOENT ? "there is no such folder" : errno_text(error));
}

AtomicFile::~AtomicFile() {
    file_ = Descriptor();
    if (!temporary_.empty())
        patiently([&] { return DeleteFileW(temporary_.c_str()) ? 0 : GetLastError(); });
}

void AtomicFile::commit() {
    REDRAW_CHECK(file_.get() >= 0, "committed twice");
    flush();
    if (!FlushFileBuffers(handle_of(file_.get())))
        refuse_writing(target_, errno_text(last_errno()));
    file_ = Descriptor();
    if (const int error = rename_over(temporary_, target_))
        refuse_writing(target_, errno_text(error));
    temporary_.clear();
}

int rename_to_new(const fs::path& from, const fs::path& to) {
    return patiently([&]() -> DWORD {
        if (MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_WRITE_THROUGH)) return 0;
        return GetLastError();
    });
}

// libstdc++ 12 follows no links on Windows.
fs::path followed_path(const fs::path& path, std::error_code& error) {
    const fs::path whole = fs::absolute(path, error).lexically_normal();
    for (fs::path found = whole; found.has_relative_path(); found = found.parent_path()) {
        const OpenHandle file(CreateFileW(found.c_str(), FILE_READ_ATTRIBUTES, kShareAll, nullptr,
                                          OPEN_EXISTING, kAnyKind, nullptr));
        const fs::path real = file ? path_of(file.get()) : "";
        if (!real.empty()) return found == whole ? real : real / whole.lexically_relative(found);
    }
    return whole;
}

// SQLite does not let others replace what it has open, nor do most programs.
const bool kReplacesOpenFiles = false;

int rename_over(const fs::path& from, const fs::path& to) {
    return patiently([&] { return try_to_rename(from, to); });
}

// NTFS writes names to its log by itself.
int flush_folder(const fs::path&) {
    return 0;
}

std::optional<FileLock> FileLock::take(const fs::path& path) {
    require_no_link(path.parent_path());
    // Waits while is_held() of another program holds the lock for a moment, and while the file that
    // the last owner deleted is still open somewhere.
    constexpr int kTries = 5, kPause = 10;  // milliseconds
    for (int i = 0; i < kTries; ++i) {
        if (i > 0) Sleep(kPause);
        Descriptor file = open_path(path, GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS,
                                    FILE_FLAG_OPEN_REPARSE_POINT);
        const int error = errno;
        if (error == ELOOP) refuse_writing(path, "it is a symbolic link");
        if (error == EACCES && i + 1 < kTries) continue;
        if (file.get() < 0) refuse_writing(path, errno_text(error));
        const FileStatus status = file_status(file.get());
        if (status.kind != FileStatus::Kind::file) refuse_writing(path, "it is not a regular file");
        if (!lock_byte(file.get(), LOCKFILE_EXCLUSIVE_LOCK)) continue;
        // If the previous owner deleted the file meanwhile, this is a lock on no file.
        if (file_status(path, Links::not_followed).identity == status.identity)
            return FileLock(std::move(file));
    }
    return std::nullopt;
}

// Takes the lock for a moment, together with others that ask: Windows tells nobody who has it.
bool FileLock::is_held(int file) {
    if (!lock_byte(file, 0)) return true;
    OVERLAPPED place = lock_place();
    UnlockFileEx(handle_of(file), 0, 1, 0, &place);
    return false;
}

}  // namespace redraw
