// Finds where the running program is installed. Any thread.
#pragma once

#include <filesystem>

namespace redraw {

// The program's file, with links followed; empty where it can't be found. Without /proc it's the
// path that the program was started by, unless it runs with another user's rights: whoever started
// it chose that path.
std::filesystem::path program_path();

}  // namespace redraw
