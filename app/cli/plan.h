// `redraw plan`: prints a command for each picture, for GNU parallel, Slurm or any other scheduler.
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
    std::string enlarge;  // a size; empty: the pictures are learned
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

// The shell line that makes a picture of a plan, with the program as it was called.
std::string line_of(const BatchPlan& plan, const PlannedPicture& picture);

}  // namespace redraw
