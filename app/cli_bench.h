// `redraw bench`: how fast this machine trains and draws, and how much of its arithmetic that uses.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace redraw {

struct BenchCommand {
    int threads = 0;
    std::string only;    // measure what has this in its line ("128-3", "200x200")
    double seconds = 2;  // for each network
    bool json = false;
    void add_to(CLI::App& command);
    int run();
};

}  // namespace redraw
