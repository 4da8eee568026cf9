// `redraw thumbnail`: draws a run for the desktop's file manager, as the studio's list of runs
// shows it.
#pragma once

#include <CLI/CLI.hpp>

#include <filesystem>

namespace redraw {

// Opens the run read-only; another program may train it.
struct ThumbnailCommand {
    std::filesystem::path run_path, output;
    int longer_side = 256;  // the desktop's "large"
    void add_to(CLI::App& command);
    void run();
};

}  // namespace redraw
