// The desktop's trash: that of freedesktop.org's Trash specification 1.0, from which any file
// manager restores files, or Windows' recycle bin. Any thread.
#pragma once

#include <filesystem>

namespace redraw {

struct Trashed {
    // `was`: the file's original path. `file`: its path in the trash; empty if it is not known.
    // `info`: the path of the info file that the trash keeps about it.
    std::filesystem::path was, file, info;
};
// Moves a file to the trash of the home folder, or of its disk on Windows. Throws Error and leaves
// the file if it cannot be moved there.
Trashed move_to_trash(const std::filesystem::path& file);
// Moves a run file to the trash. Throws Error, also if another Redraw has it open for writing.
Trashed move_run_to_trash(const std::filesystem::path& run);
// Moves a run file back to its original path. Throws Error if another file has that path by now, or
// if the file is not found in the trash.
void restore_from_trash(const Trashed& trashed);

}  // namespace redraw
