// --once: makes a command's result once, however often the command is run, by however many programs
// at the same time.
#pragma once

#include "engine/batch/batch_view.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <functional>

namespace redraw {

CLI::Option* add_once(CLI::App& command, bool& once);

// Does `work` unless its result exists or another program makes it, and writes how it came out into
// the picture's record, for `redraw gather`. Rethrows what `work` throws.
void do_once(const std::filesystem::path& result, bool json,
             const std::function<PictureStatus()>& work);

}  // namespace redraw
