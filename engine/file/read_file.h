// Reads untrusted files: regular files or an open stream, up to a size limit. Uses read() and not
// mmap(): a mapped file that shrinks would raise SIGBUS. Any thread.
#pragma once

#include "engine/system/file.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace redraw {

// A file that is read in parts, because it may not fit into memory. One owner.
class FileStream {
public:
    // Throws Error if the file is missing, unreadable or not a regular file.
    explicit FileStream(const std::filesystem::path& path);

    std::uint64_t size() const { return size_; }  // bytes, at opening
    // Works as the function read_at() above. Must not throw: C libraries call it.
    std::size_t read_at(std::uint64_t offset, void* to, std::size_t count) const noexcept {
        return redraw::read_at(file_.get(), offset, to, count);
    }

private:
    Descriptor file_;
    std::uint64_t size_ = 0;
};

// Reads a whole file. Throws Error, for example "Cannot open NAME: it is a folder", "... permission
// denied" or "... it is N MB; the limit is M MB".
std::vector<std::byte> read_file(const std::filesystem::path& path, std::uint64_t max_bytes);
std::string read_text_file(const std::filesystem::path& path, std::uint64_t max_bytes);

// Reads an open descriptor to its end: a pipe, a device, or a file from its current position.
// `name`: for messages ("standard input"). Reads at most max_bytes + 1 bytes. Throws Error, for
// example "Cannot open NAME: it is closed", "... it is a terminal: ..." or "... it is more than the
// limit of M MB".
std::vector<std::byte> read_stream(int descriptor, const std::string& name,
                                   std::uint64_t max_bytes);

// Makes a path absolute. Throws Error for a relative path if the current folder was deleted or
// cannot be read.
std::filesystem::path absolute_path(const std::filesystem::path& path);

}  // namespace redraw
