// The standard streams. Errors are numbers of <cerrno>; 0: none. Any thread.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace redraw {

enum StandardStream { standard_input, standard_output, standard_error };  // their descriptors

// Keeps the number of a standard stream that the caller had closed from the next opened file: reads
// and writes still fail as on a closed stream. Call it first in main().
void keep_closed_streams_closed();
// Makes a closed pipe and an exceeded file-size limit an error of writing instead of a fatal
// signal.
void ignore_write_signals();

// Returns the path of the file that a stream is redirected to; empty for pipes and devices.
std::filesystem::path redirected_to(StandardStream stream);
// Returns the width of the terminal that is standard error; 0: not known.
int terminal_width();

// Writes text for the user to a stream. If Windows started the program without that stream, shows
// the text in a box instead and waits until the user closes it.
void show(StandardStream stream, std::string_view text);
int write_all(StandardStream stream, std::span<const std::byte> bytes);
// Returns why the C library's last output failed, which errno does not say on Windows.
int print_errno();
// Writes to standard error only if that takes the text at once.
void write_if_ready(std::string_view text);

}  // namespace redraw
