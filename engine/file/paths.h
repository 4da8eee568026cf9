// Makes paths absolute, and refuses symbolic links. Any thread.
#pragma once

#include <filesystem>

namespace redraw {

// Makes paths absolute. Any thread.

// Throws Error for a relative path if the current folder was deleted.
std::filesystem::path absolute_path(const std::filesystem::path& path);

// Refuses symbolic links in folders that others may write to, as they could lead a write
// elsewhere. Any thread.
bool is_link(const std::filesystem::path& path);  // false if it cannot be examined

// Throws Error naming the path if it is a symbolic link.
void require_no_link(const std::filesystem::path& path);

}  // namespace redraw
