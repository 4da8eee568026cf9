// What a folder holds, as the studio's own browser lists it. No ImGui here.
#pragma once

#include "ui/state/state.h"

#include <filesystem>
#include <vector>

namespace redraw {

// Points the browser at a folder (or the nearest one above it that exists).
void browse(Browser& browser, std::filesystem::path folder);
// Reads the folder again when it is stale: folders first, then files, by name without regard to
// case. `problem` says why it cannot be read.
void refresh(Browser& browser, bool folders_only);
// Files Redraw opens, by extension; whether one truly is a picture is decided by its content.
bool looks_openable(const std::filesystem::path& path);
// Indices of entries that match the filter.
std::vector<int> matching(const Browser& browser);
// "~" and relative paths made absolute.
std::filesystem::path typed_path(const Browser& browser, const std::filesystem::path& home);

}  // namespace redraw
