// The recent losses of a run in a few numbers. Pure.
#pragma once

#include "engine/run/run_file.h"

#include <span>

namespace redraw {

inline constexpr int kRecent = 50;  // recorded steps

struct LossHistory {
    double psnr = 0;         // the median of the later half of the recent steps
    double gain = 0;         // dB, since the median of the earlier half
    double below_best = 0;   // dB, below the best such median there was
    double jumps = 0;        // the mean |change of ln loss| from one step to the next
    double rises = 0;        // the part of the recent steps that rose
    double fall_a_step = 0;  // of ln loss, over the recent steps
    double movement = 0;     // dB, between the extremes of the later half of the run
};

// At least kRecent + 1 metrics, by step.
LossHistory loss_history(std::span<const Metric> metrics);

}  // namespace redraw
