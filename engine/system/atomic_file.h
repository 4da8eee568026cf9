// AtomicFile: a file that appears whole or not at all. It is written without a name where possible
// (O_TMPFILE: a process killed before commit() leaves nothing behind), else under a hidden
// temporary name beside its target. commit() flushes it to the disk, then renames it over the
// target. Destroyed before commit(), it leaves the target unchanged. One owner, one thread.
#pragma once

#include "engine/system/file.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace redraw {

class AtomicFile {
public:
    // Throws Error naming the target if the folder cannot be written, or if the target is
    // read-only or not a regular file. Follows a symbolic link and replaces the linked file. The
    // new file gets the mode of the replaced one, else the default mode.
    explicit AtomicFile(const std::filesystem::path& target);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    // Throws Error naming the target and the reason ("no space left on device"). Small writes are
    // buffered, so an error may appear as late as commit().
    void write(std::span<const std::byte> bytes);
    // write_at() and read_at(): random access, for formats whose header is known only at the end.
    // Use either write() or these two functions. Offsets are in bytes. read_at() returns fewer
    // bytes than requested only at the end of the file.
    void write_at(std::uint64_t offset, std::span<const std::byte> bytes);
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const;
    // Flushes, syncs, renames, and syncs the folder. Throws Error; the old target is then intact,
    // unless only syncing the folder failed, which the message says.
    void commit();

private:
    void open_temporary();
    void copy_mode(unsigned mode);
    void flush();

    std::filesystem::path target_;
    std::filesystem::path temporary_;  // empty while the file has no name
    Descriptor file_;
    std::vector<std::byte> pending_;  // bytes to write to file_ after the flushed_ ones
    std::uint64_t flushed_ = 0;
};

// Throws Error (not_writable): "Cannot write a.png: REASON".
[[noreturn]] void refuse_writing(const std::filesystem::path& file, const std::string& reason);
// Refuses a path that ends in a slash, or in what the system allows no file to be called.
void require_file_name(const std::filesystem::path& path);

void write_file_atomically(const std::filesystem::path& target, std::span<const std::byte> bytes);

// Renames without replacing anything. Returns 0 or errno: EEXIST if `to` exists, with both files
// unchanged. If that is not supported, checks for `to` first, which is not atomic. Any thread.
int rename_to_new(const std::filesystem::path& from, const std::filesystem::path& to);

// Flushes a folder to the disk, so that new file names reach the disk, too. Returns errno of the
// flush, which some file systems do not support; 0 also if the folder cannot be opened.
int flush_folder(const std::filesystem::path& folder);

// Returns an unused, hidden name for an incomplete file in `folder`: ".redraw-PLACE-PID-N" plus
// `extension` (".part"). PLACE identifies the boot of the machine and the container in which the
// process id PID is valid. Any thread.
std::filesystem::path temporary_name(const std::filesystem::path& folder, const char* extension);

// Removes incomplete files and folders (temporary_name()) of ended processes; those of another boot
// or container (PLACE) only after a day without change. Scans each folder once per process, at the
// latest in its first temporary_name(). Any thread.
void remove_abandoned(const std::filesystem::path& folder);

// Removes the incomplete files and folders of this process, which is about to end without
// unwinding. Any thread.
void remove_unfinished();

// True if that may replace a file that is open in this program or another. Where it is false, the
// file must be closed first, and its lock is free for a moment.
extern const bool kReplacesOpenFiles;
// Renames, replacing a file or an empty folder. Returns 0 or errno. Any thread.
int rename_over(const std::filesystem::path& from, const std::filesystem::path& to);

// Creates the folder and its parents if missing. Throws Error.
void make_folder(const std::filesystem::path& folder);

// Returns the path with symbolic links followed, as weakly_canonical(): its end need not exist.
// Returns `path` after an error. Any thread.
std::filesystem::path followed_path(const std::filesystem::path& path, std::error_code& error);
// Throws Error naming the path if it is a symbolic link. Used in folders that others may write
// to: a link could lead a write elsewhere. Any thread.
void require_no_link(const std::filesystem::path& path);

// A lock file, held by one owner at a time among all processes and machines that see it. The
// kernel releases the lock when the process ends, even after a crash. Only the owner may delete the
// file. One owner, one thread.
class FileLock {
public:
    // Creates the file if missing and locks it. Returns nothing if another owner holds the lock.
    // Throws Error, also if the file or its folder is a symbolic link.
    static std::optional<FileLock> take(const std::filesystem::path& path);
    // Returns true if another owner has locked this open file (a descriptor).
    static bool is_held(int file);

    int file() const { return file_.get(); }  // open for reading and writing

private:
    explicit FileLock(Descriptor file) : file_(std::move(file)) {}
    Descriptor file_;
};

}  // namespace redraw
