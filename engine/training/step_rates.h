// The learning rate of every step: that of the schedule, and less while Adam's moments are young.
// Pure functions of what a run file holds, so that a resumed run goes on as one that never stopped.
#pragma once

#include "engine/data/dataset.h"
#include "engine/network/config.h"
#include "engine/network/parameters.h"

#include <cstdint>
#include <vector>

namespace redraw {

// The step at which the moments of this state were zero: 0, or where the run went back to a
// keyframe, which holds the parameters alone.
std::int64_t moments_since(const State& state);

// The part of the scheduled rate that a step takes. From zero moments Adam's first steps are the
// full rate in every parameter, whatever its gradient: nothing at the beginning of a run, but a
// trained network falls by 10 to 30 dB. There the rate climbs linearly (Ma and Yarats 2021), over
// ten times the steps that its second moment remembers.
double moments_warmup(const OptimizerSpec& optimizer, std::int64_t since, std::int64_t step);

// Of the `count` steps from `step` on.
std::vector<float> step_rates(const Schedule& schedule, const OptimizerSpec& optimizer,
                              const Dataset& dataset, std::int64_t since, std::int64_t step,
                              std::int64_t count);

}  // namespace redraw
