// The studio's own browser of folders: where it is, what it lists, what is typed. No ImGui here.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Points the browser at a folder, with that typed; it has to be listed then.
void browse(Browser& browser, std::filesystem::path folder, std::string typed = {});
// Asks for the folder's entries when they are stale, and takes them when they have come. Files of
// the extensions `only`; none: all that Redraw opens.
void refresh(Ui& ui, bool folders_only, std::span<const std::string_view> only = {});
// Indices of entries that match the filter.
std::vector<int> matching(const Browser& browser);
// What is typed as an absolute path: relative to the folder, or as pasted_path() reads it.
std::filesystem::path typed_path(const Browser& browser, const std::filesystem::path& home);

}  // namespace redraw::ui
