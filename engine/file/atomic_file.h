// A file that appears whole or not at all: written beside its target under a temporary name,
// flushed to the disk, then renamed over it. Destroyed before commit(), it removes its temporary
// file and the target stays as it was. One owner, one thread.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace redraw {

class AtomicFile {
public:
    // Throws Error naming the target when the folder cannot be written, or when the target exists
    // and is not a regular file. A symbolic link is followed, so that the file it names is
    // replaced.
    explicit AtomicFile(const std::filesystem::path& target);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    // Throws Error naming the target and the reason ("no space left on device").
    void write(std::span<const std::byte> bytes);
    // Flush, fsync, rename, fsync of the folder. Throws Error; afterwards the old target is intact.
    void commit();

private:
    std::filesystem::path target_;
    std::string temporary_;
    int descriptor_ = -1;
};

void write_file_atomically(const std::filesystem::path& target, std::span<const std::byte> bytes);

}  // namespace redraw
