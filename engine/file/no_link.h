// Symbolic links in folders that others may write to: what lies there must not lead a write
// elsewhere. Any thread.
#pragma once

#include <filesystem>

namespace redraw {

bool is_link(const std::filesystem::path& path);  // false where it cannot be looked at

// Throws Error, naming it: it is a symbolic link.
void require_no_link(const std::filesystem::path& path);

}  // namespace redraw
