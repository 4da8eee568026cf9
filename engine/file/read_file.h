// Bytes of a file somebody else made: only regular files, never more than asked for, by read() (a
// mapped file that shrinks would be a SIGBUS).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace redraw {

// Throws Error ("Cannot open NAME: it is a folder" / "no such file" / "permission denied" /
// "it is not a regular file" / "it is N MB; the limit is M MB").
std::vector<std::byte> read_file(const std::filesystem::path& path, std::uint64_t max_bytes);

// The path as valid UTF-8 for messages and the window: bytes that are not UTF-8 and control
// characters are escaped as \xNN.
std::string display_name(const std::filesystem::path& path);
// Text of somebody else's for the middle of a sentence: the same, and cut off where it is longer
// than `most` bytes.
std::string excerpt(std::string_view text, std::size_t most = 60);

}  // namespace redraw
