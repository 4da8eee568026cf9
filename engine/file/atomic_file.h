// A file that appears whole or not at all: written without a name where the file system can
// (O_TMPFILE: a killed process leaves nothing behind), else beside its target under a hidden
// temporary name; flushed to the disk, then renamed over the target. Destroyed before commit(), it
// leaves the target as it was. One owner, one thread.
#pragma once

#include "engine/file/read_file.h"

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
    // Throws Error naming the target when the folder cannot be written, or when the target exists
    // and is not a regular file or is read-only. A symbolic link is followed, so that the file it
    // names is replaced. The file gets the mode of the one it replaces, else that of any new file.
    explicit AtomicFile(const std::filesystem::path& target);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    // Throws Error naming the target and the reason ("no space left on device"), at the latest in
    // commit(): small writes are gathered.
    void write(std::span<const std::byte> bytes);
    // Serve formats whose beginning is known at the end: a file is written by write(), or by these
    // two, at any offset in bytes. read_at() returns fewer bytes than asked for at the end only.
    void write_at(std::uint64_t offset, std::span<const std::byte> bytes);
    std::size_t read_at(std::uint64_t offset, std::span<std::byte> into) const;
    // Flush, fsync, rename, fsync of the folder. Throws Error; the old target is then intact,
    // unless all that failed was to flush the folder, which the sentence says.
    void commit();

private:
    void open_temporary();
    void copy_mode(unsigned mode);
    void flush();

    std::filesystem::path target_;
    std::filesystem::path temporary_;  // empty while the file has no name
    Descriptor file_;
    std::vector<std::byte> pending_;  // behind what was flushed
    std::uint64_t flushed_ = 0;
};

// Throws Error, not_writable: "Cannot write a.png: REASON".
[[noreturn]] void refuse_writing(const std::filesystem::path& file, const std::string& reason);

void write_file_atomically(const std::filesystem::path& target, std::span<const std::byte> bytes);

// Renames without replacing anything. Any thread. Returns 0 or errno; EEXIST, with both files as
// they were, if `to` exists. If the system cannot refuse an existing name by itself, it is looked
// for first.
int rename_to_new(const std::filesystem::path& from, const std::filesystem::path& to);

// Flushes a folder to the disk, so that a new name in it reaches the disk too. Returns 0 or errno;
// some file systems cannot flush a folder.
int flush_folder(const std::filesystem::path& folder);

// Returns an unused, hidden name for an incomplete file in `folder`: ".redraw-PLACE-PID-N" and
// `extension` (".part"). PLACE stands for where process numbers mean something: this machine since
// it was started, or a container on it. Any thread.
std::filesystem::path temporary_name(const std::filesystem::path& folder, const char* extension);

// Removes such files of processes that are gone, and those of other places once they are unchanged
// for a day. Looks into a folder only once, and before its first temporary_name(). Any thread.
void remove_abandoned(const std::filesystem::path& folder);

// Refuses symbolic links in folders that others may write to, as they could lead a write elsewhere:
// throws Error naming the path if it is one. Any thread.
void require_no_link(const std::filesystem::path& path);

// A lock file, held by one owner at a time among all processes and machines that see it. The kernel
// releases it when the process ends, however it ends. The file stays: if it were deleted, two
// owners could hold locks of the same name. One owner, one thread.
class FileLock {
public:
    // Creates the file if there is none. Empty if somebody else holds it. Throws Error, naming the
    // file; also if it, or its folder, is a symbolic link.
    static std::optional<FileLock> take(const std::filesystem::path& path);
    // Whether somebody else holds an open file.
    static bool is_held(int file);

    int file() const { return file_.get(); }  // open to be read and written

private:
    explicit FileLock(Descriptor file) : file_(std::move(file)) {}
    Descriptor file_;
};

}  // namespace redraw
