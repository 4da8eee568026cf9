// Reads an untrusted file: only regular files, or a stream that is open already; never
// more than asked for, by read() (a mapped file that shrinks would be a SIGBUS).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace redraw {

// Throws Error ("Cannot open NAME: it is a folder" / "no such file" / "permission denied" /
// "it is not a regular file" / "it is N MB; the limit is M MB").
std::vector<std::byte> read_file(const std::filesystem::path& path, std::uint64_t max_bytes);

// Reads an open descriptor to its end: a pipe, a device, a file from its current position.
// `name` is for messages ("standard input"). At most max_bytes and one more are read. Throws Error
// ("Cannot open NAME: it is closed" / "it is a terminal: ..." / "it is more than the limit of M
// MB").
std::vector<std::byte> read_stream(int descriptor, const std::string& name,
                                   std::uint64_t max_bytes);

}  // namespace redraw
