// Makes paths absolute. Any thread.
#pragma once

#include <filesystem>

namespace redraw {

// Throws Error for a relative path if the current folder was deleted.
std::filesystem::path absolute_path(const std::filesystem::path& path);

}  // namespace redraw
