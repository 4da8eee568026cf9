// Names and texts of somebody else's, made fit for our sentences and for URLs.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace redraw {

// The path as valid UTF-8 for messages and the window: bytes that are not UTF-8, control
// characters, line separators and those that turn the direction of writing are escaped as \xNN.
std::string display_name(const std::filesystem::path& path);
// The same of its last name only, or of all of it where it has none, as "/".
std::string display_file_name(const std::filesystem::path& path);
// Text of somebody else's for the middle of a sentence: the same, and cut off where it is longer
// than `most` bytes.
std::string excerpt(std::string_view text, std::size_t most = 60);
// Why the operating system refused, as the end of a sentence: "no space left on device".
std::string errno_text(int error);
// Letters, digits, / . - _ and ~ stay as they are; any other byte becomes %XX.
std::string percent_encoded(std::string_view text);
// The text that was encoded; empty if an escape is damaged or a byte is 0.
std::string percent_decoded(std::string_view text);

}  // namespace redraw
