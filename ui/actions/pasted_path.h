// Parses a file path from clipboard text, as written by file managers, terminals and browsers. Pure
// functions.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace redraw::ui {

// Returns the path in the first line that is nothing but a file path, with or without quotes. The
// path may be absolute, in the home folder (~/lion.png), or a file:// URI of this machine. Absent
// if no line is a path. Does not check whether the file exists.
std::optional<std::filesystem::path> pasted_path(std::string_view text,
                                                 const std::filesystem::path& home);

}  // namespace redraw::ui
