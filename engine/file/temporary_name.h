// Hidden names for what is not whole yet, and their end: what a killed Redraw left in a folder goes
// as soon as a later one writes there. Any thread.
#pragma once

#include <filesystem>

namespace redraw {

// A name in `folder` that nothing has yet: ".redraw-PLACE-PID-N" and `extension` (".part"). PLACE
// stands for where process numbers mean something: this machine since it was started, or a
// container on it.
std::filesystem::path temporary_name(const std::filesystem::path& folder, const char* extension);

// Removes what such names are left of processes that are gone, and of other places once nothing has
// happened to it for a day. Looks into a folder once only: temporary_name() does so before the
// first name.
void remove_abandoned(const std::filesystem::path& folder);

}  // namespace redraw
