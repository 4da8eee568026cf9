// Finds the file that text from the clipboard names, as file managers, terminals and browsers write
// it. Pure functions.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace redraw::ui {

// Reads an absolute path, one below the home folder (~/lion.png), or a file:// URI of this machine,
// quoted or not, from the first line that names one. Does not check whether the file exists.
std::optional<std::filesystem::path> pasted_path(std::string_view text,
                                                 const std::filesystem::path& home);

}  // namespace redraw::ui
