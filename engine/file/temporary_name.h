// Hidden names for incomplete files, and their removal: what a killed Redraw left in a folder is
// removed as soon as a later one writes there. Any thread.
#pragma once

#include <filesystem>

namespace redraw {

// Returns an unused name in `folder`: ".redraw-PLACE-PID-N" and `extension` (".part"). PLACE
// stands for where process numbers mean something: this machine since it was started, or a
// container on it.
std::filesystem::path temporary_name(const std::filesystem::path& folder, const char* extension);

// Removes such files of processes that are gone, and those of other places once they are unchanged
// for a day. Looks into a folder only once: temporary_name() does so before the
// first name.
void remove_abandoned(const std::filesystem::path& folder);

}  // namespace redraw
