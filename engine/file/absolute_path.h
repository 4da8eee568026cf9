// Paths that mean the same from everywhere. Any thread.
#pragma once

#include <filesystem>

namespace redraw {

// Throws Error where a relative path means nothing, because the current folder was deleted.
std::filesystem::path absolute_path(const std::filesystem::path& path);

}  // namespace redraw
