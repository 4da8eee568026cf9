// Parses and opens a file path from clipboard text, as written by file managers, terminals and
// browsers.
#pragma once

#include "ui/state/context.h"

#include <filesystem>
#include <optional>
#include <string_view>

namespace redraw::ui {

// Returns the first file path in the text, with or without quotes. It may be absolute, in the home
// folder (~/lion.png), or a file:// URI of this machine. Does not check whether the file exists.
std::optional<std::filesystem::path> pasted_path(std::string_view text,
                                                 const std::filesystem::path& home);

// Opens the file named by pasted text, or shows why that is impossible.
void open_pasted(Ui& ui, const std::string& text);
// The notice shown when the clipboard holds nothing that can be opened.
inline constexpr const char* kNothingToPaste =
    "The clipboard holds neither a picture nor the path of one: copy a file or a picture first.";

}  // namespace redraw::ui
