// The file that text from the clipboard names, as file managers, terminals and browsers write it.
// Pure functions.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace redraw::ui {

// An absolute path, one below the home folder (~/lion.png), or a file:// URI of this machine; in
// quotes or not. Of several lines the first that names a file. Nothing when none does. Whether the
// file is there is not asked.
std::optional<std::filesystem::path> pasted_path(std::string_view text,
                                                 const std::filesystem::path& home);

}  // namespace redraw::ui
