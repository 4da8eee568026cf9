// A file or a folder in the program that the desktop has for it.
#pragma once

#include <filesystem>

namespace redraw {

// By xdg-open, for which nobody waits. False where there is none.
bool open_outside(const std::filesystem::path& path);

}  // namespace redraw
