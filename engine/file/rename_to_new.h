// Renames without replacing anything. Any thread.
#pragma once

#include <filesystem>

namespace redraw {

// Returns 0 or errno; EEXIST, with both files as they were, if `to` exists. If the system cannot
// refuse an existing name by itself, it is looked for first.
int rename_to_new(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace redraw
