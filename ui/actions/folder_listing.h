// What a folder holds, as the studio's own browser lists it. No ImGui here.
#pragma once

#include "ui/state/sheets.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace redraw::ui {

// Points the browser at a folder (or the nearest one above it that exists), with that typed.
void browse(Browser& browser, std::filesystem::path folder, std::string typed = {});
// Reads the folder again when it is stale: folders first, then files, by name without regard to
// case. `problem` says why it cannot be read. Files of these extensions; none: all that Redraw
// opens.
void refresh(Browser& browser, bool folders_only, std::span<const std::string_view> only = {});
// Indices of entries that match the filter.
std::vector<int> matching(const Browser& browser);
// What is typed as an absolute path: relative to the folder, or as pasted_path() reads it.
std::filesystem::path typed_path(const Browser& browser, const std::filesystem::path& home);

}  // namespace redraw::ui
