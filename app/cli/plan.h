// `redraw plan`: a command a picture, for GNU parallel, Slurm or whatever else runs commands.
#pragma once

#include "app/cli/options.h"
#include "engine/batch/batch_plan.h"

#include <filesystem>
#include <string>
#include <vector>

namespace redraw {

struct PlanCommand {
    std::vector<std::filesystem::path> paths;
    std::filesystem::path to;
    std::string enlarge;  // a size; empty: they are learned
    bool sixteen_bit = false;
    ConfigFlags config;
    BackendFlags backend;
    StopFlags stop;
    void add_to(CLI::App& command);
    void run();

private:
    std::vector<std::string> settings() const;
    void check_enlarge(std::vector<std::string> words) const;

    CLI::App* command_ = nullptr;
};

// The line that makes a picture of a plan: by the program as it was called.
std::string line_of(const BatchPlan& plan, const PlannedPicture& picture);

}  // namespace redraw
