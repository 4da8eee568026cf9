// The desktop's trash (freedesktop.org Trash specification 1.0): a run moved there can be restored
// by any file manager.
#pragma once

#include <filesystem>

namespace redraw {

// Throws Error, with the run where it was: another Redraw has it open, or the trash of the home
// folder is on another disk.
void move_run_to_trash(const std::filesystem::path& run);

}  // namespace redraw
