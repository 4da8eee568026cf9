// A file, a folder or the guide in the program that the desktop has for it.
#pragma once

#include <filesystem>
#include <string>

namespace redraw {

// By xdg-open, for which nobody waits. Where there is none, what to say; else empty.
std::string open_outside(const std::filesystem::path& path);
// The same of what lies beside Redraw for it.
std::string open_guide();

}  // namespace redraw
