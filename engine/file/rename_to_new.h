// A file gets a name that nothing else has. Any thread.
#pragma once

#include <filesystem>

namespace redraw {

// 0 or errno; EEXIST, with both files as they were, where something has the name `to`. Where the
// system cannot refuse an existing name by itself, it is looked first.
int rename_to_new(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace redraw
