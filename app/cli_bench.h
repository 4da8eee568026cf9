// `redraw bench`: how fast this machine trains and draws, and how much of its arithmetic that uses.
#pragma once

#include <CLI/CLI.hpp>

namespace redraw {

struct BenchCommand {
    int threads = 0;
    double seconds = 2;  // for each network
    bool json = false;
    void add_to(CLI::App& command);
    int run();
};

}  // namespace redraw
