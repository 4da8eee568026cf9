// "-" where a file is named: standard input of what is read, standard output for a drawing. One
// thread.
#pragma once

#include "engine/image/picture.h"
#include "engine/run/outputs.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace redraw {

bool is_stream(const std::filesystem::path& path);  // "-"

// A file, or with "-" what comes from standard input, as read_file() and read_stream().
std::vector<std::byte> read_input(const std::filesystem::path& path, std::uint64_t max_bytes);
// For messages, and as the name of the picture: the file's without its folder, or "standard input".
std::string input_name(const std::filesystem::path& path);
// As load_picture().
Picture read_picture(const std::filesystem::path& path, const PictureLimits& limits = {});
// For require_output(). Of a standard input that was redirected, the file.
Input input_of(const std::filesystem::path& path, const char* what);

// Standard output is for a drawing from now on, and what is printed goes to standard error. Throws
// Error when it is a terminal, or a file that a drawing must not go to (require_output()).
void take_standard_output(std::initializer_list<Input> inputs);
// Bytes of the drawing, in their order. Throws Error: "Cannot write standard output: broken pipe".
void write_standard_output(std::span<const std::byte> bytes);

// At the start of the program: a standard stream that it was started without stays closed, and no
// file that is opened later gets its number.
void keep_closed_streams_closed();

}  // namespace redraw
