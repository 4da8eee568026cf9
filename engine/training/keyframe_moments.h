// Measures Adam's moments for a run that continues from a keyframe, which holds parameters only.
// From moments of zero the first steps are the full rate in every parameter, whatever its gradient,
// and a trained network loses 10 to 50 dB. So the gradients of a few steps are measured at a rate
// of 0, which changes no parameter, and training goes on at the rate of its schedule at once. The
// result is a part of the state, and so of the run file: resuming needs nothing else. Any thread.
#pragma once

#include "engine/backend/backend.h"
#include "engine/data/dataset.h"
#include "engine/network/config.h"
#include "engine/network/parameters.h"

#include <optional>

namespace redraw {

// True for the state of a keyframe (RunFile::branch) from which no step was trained yet.
bool lacks_moments(const State& state, const OptimizerSpec& optimizer);

// The state with its moments measured; it is loaded into `backend`. Nothing, and the state as it
// was is loaded, where they are not finite. Precondition: lacks_moments(state). Its second moments
// are those of a later step of the same run, or zeros: none of the result is smaller.
std::optional<State> with_measured_moments(Backend& backend, const Dataset& dataset,
                                           const Config& config, const State& state);

}  // namespace redraw
