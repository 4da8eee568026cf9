#pragma once

#include "app/cli/once.h"
#include "app/cli/training.h"
#include "engine/training/mosaic_plan.h"

#include <filesystem>
#include <optional>
#include <string>

namespace redraw {

struct FitCommand : TrainingFlags {
    std::filesystem::path picture, run_path;
    bool force = false, any_size = false, whole = false;
    OnceFlag once;
    ConfigFlags config;
    void run();

    // The settings for a picture: its configuration, the plan of its tiles if it is learned whole,
    // and a sentence about an automatic choice, or empty.
    struct Chosen {
        Config config;
        std::optional<WholePlan> whole;
        std::string why;
    };
    Chosen choose(Config wanted, const Image& image) const;

private:
    Outcome learn();
    Outcome begin_or_go_on();
};

}  // namespace redraw
