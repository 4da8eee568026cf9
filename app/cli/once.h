// --once: a command that may be given again, or to two programs at the same time, and makes its
// result once.
#pragma once

#include "engine/batch/picture_record.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <functional>

namespace redraw {

CLI::Option* add_once(CLI::App& command, bool& once);

// Does `work` unless its result is there already, or somebody else is at it; how it came out is
// told to `redraw gather` in a file beside the result. Passes on what the work throws.
void do_once(const std::filesystem::path& result, bool json,
             const std::function<PictureStatus()>& work);

}  // namespace redraw
