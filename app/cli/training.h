// Trains a run in the terminal, for `redraw fit` and `redraw resume`.
#pragma once

#include "app/cli/options.h"
#include "app/cli/output.h"
#include "engine/training/trainer.h"
#include "engine/training/training_pace.h"

#include <CLI/CLI.hpp>

namespace redraw {

inline constexpr char kWholeHelp[] =
    "afterwards learn the whole picture at its own size, in tiles with a network each";
// Epochs of each tile of the whole picture, without a time limit (measured:
// bench/results/quality.md).
inline constexpr double kWholeEpochs = 4;

// Flags of both `redraw fit` and `redraw resume`.
struct TrainingFlags {
    bool json = false;
    BackendFlags backend;
    StopFlags stop;
    ExportFlags output;
    void add_to(CLI::App& command);
    // Trains until the run is finished, its goal is reached or a signal comes. Saves the run, and
    // without a signal writes the render that --export asks for.
    Outcome train(Trainer& trainer, TrainingPace pace) const;
    Goal goal() const;  // what these options ask for
    // Returns true if the run's own network has reached the dB that it was to reach.
    static bool reached(const Trainer& trainer);
};

}  // namespace redraw
