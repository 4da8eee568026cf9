// Bytes of a file somebody else made: only regular files, never more than asked for, by read() (a
// mapped file that shrinks would be a SIGBUS).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace redraw {

// Throws Error ("Cannot open NAME: it is a folder" / "no such file" / "permission denied" /
// "it is not a regular file" / "it is N MB; the limit is M MB").
std::vector<std::byte> read_file(const std::filesystem::path& path, std::uint64_t max_bytes);

}  // namespace redraw
