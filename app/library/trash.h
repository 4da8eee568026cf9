// The desktop's trash (freedesktop.org Trash specification 1.0): what is moved there can be
// restored by any file manager.
#pragma once

#include <filesystem>

namespace redraw {

struct Trashed {
    std::filesystem::path was, file, info;  // where it was; where it and its note are in the trash
};
// Throws Error, with the file where it was: the trash of the home folder is on another disk.
Trashed move_to_trash(const std::filesystem::path& file);
// The same of a run, which no other Redraw may have open.
Trashed move_run_to_trash(const std::filesystem::path& run);
// Moves a run back to where it was. Throws Error and leaves it in the trash if something else has
// its name by now; throws Error if it is not in the trash any more.
void restore_from_trash(const Trashed& trashed);

}  // namespace redraw
