// Makes untrusted names and texts fit for messages, URLs and shells, and recognises addresses given
// in place of a path: https://, smb://, mtp://, file://. Pure functions, any thread.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace redraw {

// The path as valid UTF-8 for messages and the window: bytes that are not UTF-8, control
// characters, line separators and those that turn the direction of writing are escaped as \xNN.
std::string display_name(const std::filesystem::path& path);
// The same of the last name of a path only, or of the whole path if it has none, as "/".
std::string display_file_name(const std::filesystem::path& path);
// Escapes untrusted text for the middle of a sentence in the same way, and cuts it off after `most`
// bytes.
std::string excerpt(std::string_view text, std::size_t most = 60);
// The reason of an error of the operating system: "no space left on device".
std::string errno_text(int error);
// Keeps letters, digits, / . - _ and ~; any other byte becomes %XX.
std::string percent_encoded(std::string_view text);
// The text that was encoded; empty if an escape is damaged or a byte is 0.
std::string percent_decoded(std::string_view text);

// Whether it begins with SCHEME://, as no path does.
bool is_address(std::string_view text);
// The absolute path that a file:// address of this machine names (RFC 8089). Empty for other
// addresses, another host, or a path that no file can have.
std::optional<std::string> path_of_file_uri(std::string_view uri);
// One sentence why the whole address is not opened. For a file:// address it says how to name the
// file instead.
std::string address_refused(std::string_view address);

// Quotes the words of a command for a POSIX shell (dash, bash, ksh, zsh), whatever bytes are in
// them. Keeps plain words and puts others in single quotes; printf spells bytes that are no text.
// The line is UTF-8 text without control characters, so that whatever reads lines may carry it: GNU
// parallel, xargs, a job script, Python.
std::string shell_line(std::span<const std::string> words);

}  // namespace redraw
