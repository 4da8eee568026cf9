// Makes untrusted names and texts safe for messages and URLs. Recognises addresses
// (https://, smb://, mtp://, file://) that are given where a path is expected. Pure functions, any
// thread.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace redraw {

// Returns the path as valid UTF-8 for messages and the window. Invalid bytes, control characters,
// line separators and characters that embed or override a writing direction are escaped as \xNN.
std::string display_name(const std::filesystem::path& path);
// Returns display_name() of a path's last component; of the whole path if it has none, such as "/".
std::string display_file_name(const std::filesystem::path& path);
// Cuts untrusted text to `most` bytes or fewer, marks the cut by "...", and escapes the text like
// display_name(), for use inside a sentence.
std::string excerpt(std::string_view text, std::size_t most = 60);
// Returns the text of an operating system error: "no space left on device".
std::string errno_text(int error);
std::string errno_text(const std::error_code& error);  // also of a system whose numbers differ
// Keeps letters, digits, / . - _ and ~; encodes any other byte as %XX.
std::string percent_encoded(std::string_view text);
// Decodes percent_encoded() text; empty if an escape is damaged or a byte is 0.
std::string percent_decoded(std::string_view text);

// Returns true if the text begins with SCHEME:// (for example https://).
bool is_address(std::string_view text);
// Returns the absolute path of a file:// address on this machine (RFC 8089). Empty for other
// addresses, another host, or a path that percent_decoded() refuses.
std::optional<std::string> path_of_file_uri(std::string_view uri);
// Returns one sentence why the address is not opened. For a file:// address it says how to name
// the file instead.
std::string address_refused(std::string_view address);

}  // namespace redraw
