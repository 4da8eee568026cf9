// `redraw info`, `compare`, `devices`, `import` and `pack`: look at a run, judge it, make one from
// outside or from an older one.
#pragma once

#include "app/cli/options.h"
#include "engine/run/run_file.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace redraw {

struct InfoCommand {
    std::filesystem::path run_path;
    std::filesystem::path csv;  // also the learning curves; empty: not
    bool json = false;
    void add_to(CLI::App& command);
    void run();
};

// Against the true picture, or without one against pixels of the run's own that were held out.
struct CompareCommand {
    std::filesystem::path run_path, reference;
    std::filesystem::path drawing;  // also what the network drew; empty: not
    std::optional<int> longer_side;
    std::optional<std::int64_t> epochs;  // of the copy that is held against interpolation
    bool json = false;
    BackendFlags backend;
    void add_to(CLI::App& command);
    void run();

private:
    void against_reference();
    void against_held_out();
};

struct ImportCommand {
    std::filesystem::path model, run_path, picture;
    int trained_size = 200;  // pixels a side of the square picture it learned
    void add_to(CLI::App& command);
    void run();
};

// Reads a run of any format, and leaves it as it is.
struct PackCommand {
    std::filesystem::path run_path, output;
    std::size_t keyframes = RunFile::kAll;
    void add_to(CLI::App& command);
    void run();
};

struct DevicesCommand {
    bool json = false;
    void add_to(CLI::App& command);
    void run();
};

}  // namespace redraw
