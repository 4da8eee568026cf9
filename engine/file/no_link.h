// Refuses symbolic links in folders that others may write to, as they could lead a write
// elsewhere. Any thread.
#pragma once

#include <filesystem>

namespace redraw {

bool is_link(const std::filesystem::path& path);  // false if it cannot be examined

// Throws Error naming the path if it is a symbolic link.
void require_no_link(const std::filesystem::path& path);

}  // namespace redraw
