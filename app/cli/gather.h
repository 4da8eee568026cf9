// `redraw gather`: the status of the pictures of a plan.
#pragma once

#include "app/cli/options.h"

#include <filesystem>

namespace redraw {

struct GatherCommand {
    std::filesystem::path folder, csv, sheet;
    bool missing = false, watch = false, json = false;
    void add_to(CLI::App& command);
    void run();
};

}  // namespace redraw
