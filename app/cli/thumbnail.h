// `redraw thumbnail`: a run as the desktop's file manager shows it. The list of runs in the studio
// shows the same drawing.
#pragma once

#include <CLI/CLI.hpp>

#include <filesystem>

namespace redraw {

// Opens the run to be read, also one that another program trains.
struct ThumbnailCommand {
    std::filesystem::path run_path, output;
    int longer_side = 256;  // the desktop's "large"
    void add_to(CLI::App& command);
    void run();
};

}  // namespace redraw
