// "-" as a file name: standard input for reading, standard output for a drawing. One thread.
#pragma once

#include "engine/image/picture.h"
#include "engine/run/folders.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace redraw {

bool is_stream(const std::filesystem::path& path);  // "-"

// Reads a file, or standard input for "-", as read_file() and read_stream() do.
std::vector<std::byte> read_input(const std::filesystem::path& path, std::uint64_t max_bytes);
// The name for messages and the picture: the file name, or "standard input".
std::string input_name(const std::filesystem::path& path);
// As load_picture().
Picture read_picture(const std::filesystem::path& path, const PictureLimits& limits = {});
// For require_output(): the file, also one that standard input was redirected from.
Input input_of(const std::filesystem::path& path, const char* what);

// Reserves standard output for a drawing: everything printed goes to standard error from now on.
// Throws Error if it is a terminal, or a file that must not be written (require_output()).
void take_standard_output(std::initializer_list<Input> inputs);
// Writes bytes of the drawing, in order. Throws Error: "Cannot write standard output: broken pipe".
void write_standard_output(std::span<const std::byte> bytes);

// For the start of main: keeps the descriptors of missing standard streams reserved, so that no
// file opened later gets their numbers.
void keep_closed_streams_closed();

// Turns Ctrl-C, SIGTERM and SIGHUP into a flag that is read between steps. A second signal ends the
// program at once; the last save is on disk.
void catch_stop_signals();
int stop_signal();  // the signal that came, or 0

}  // namespace redraw
