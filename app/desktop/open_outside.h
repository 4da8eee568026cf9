// A file or a folder in the program that the desktop has for it.
#pragma once

#include <filesystem>
#include <string>

namespace redraw {

// By xdg-open, for which nobody waits. Where there is none, or no such file ("" is none), what to
// say.
std::string open_outside(const std::filesystem::path& path);

}  // namespace redraw
