// `redraw bench`: how fast this machine trains and draws, and how much of its arithmetic that uses.
#pragma once

#include "app/bench/cases.h"
#include "app/cli/options.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace redraw {

struct BenchCommand {
    std::vector<int> threads;
    std::vector<std::string> precisions{"auto"};
    std::string backend = "cpu", draw_size = "3840x2160";
    bool sweep = false;
    std::string only;    // measure what has this in its line ("128x4-3", "200x200")
    double seconds = 2;  // for each line
    bool json = false;
    ConfigFlags config;  // a network of one's own, instead of the list
    void add_to(CLI::App& command);
    void run();

private:
    std::vector<BackendOptions> variants() const;  // every precision with every number of threads
    std::vector<BenchCase> cases();

    std::vector<const CLI::Option*> config_options_;
};

}  // namespace redraw
