// `redraw info`, `compare`, `devices` and `import`: look at a run, judge it, make one from outside.
#pragma once

#include "app/cli_options.h"

#include <filesystem>
#include <optional>

namespace redraw {

struct InfoCommand {
    std::filesystem::path run_path;
    std::filesystem::path csv;  // also the learning curves; empty: not
    bool json = false;
    int run();
};

struct CompareCommand {
    std::filesystem::path run_path, reference;
    std::optional<int> longer_side;
    bool json = false;
    BackendFlags backend;
    int run();
};

struct ImportCommand {
    std::filesystem::path model, run_path, picture;
    int trained_size = 200;  // pixels a side of the square picture it learned
    int run();
};

struct DevicesCommand {
    bool json = false;
    int run();
};

}  // namespace redraw
