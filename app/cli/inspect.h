// `redraw info`, `compare`, `devices`, `import` and `pack`: inspect a run, measure it, make one
// from another program's model or from an older run.
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
    std::filesystem::path csv;  // for the learning curves; empty: none
    bool json = false;
    void add_to(CLI::App& command);
    void run();
};

// Compares with the original picture, or without one with held-out pixels of the run's own.
struct CompareCommand {
    std::filesystem::path run_path, reference;
    std::filesystem::path drawing;  // for the network's drawing; empty: none
    std::optional<int> longer_side;
    std::optional<std::int64_t> epochs;  // of the copy that is compared with interpolation
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

// Reads a run of any format and does not change it.
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
