// `redraw fit` and `redraw resume`: train in the terminal.
#pragma once

#include "app/cli/options.h"
#include "engine/batch/picture_record.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace redraw {

struct FitCommand {
    std::filesystem::path picture, run_path;
    bool force = false, json = false, any_size = false, once = false;
    ConfigFlags config;
    BackendFlags backend;
    StopFlags stop;
    ExportFlags output;
    void add_to(CLI::App& command);
    void run();

private:
    PictureStatus learn();
    PictureStatus begin_or_go_on();
};

struct ResumeCommand {
    std::filesystem::path run_path;
    std::optional<double> epochs;
    std::string time;
    bool json = false;
    BackendFlags backend;
    StopFlags stop;
    ExportFlags output;
    void add_to(CLI::App& command);
    void run();
};

}  // namespace redraw
