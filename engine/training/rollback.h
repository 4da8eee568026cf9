// Chooses the keyframe a run goes back to when its loss is no longer a number. Pure functions of
// the run file, so that a resumed run goes back exactly as one that never stopped. The run
// continues with fresh moments: the optimizer's own saw the gradients explode.
#pragma once

#include "engine/run/run_file.h"

#include <cstdint>
#include <span>

namespace redraw {

// After so many rollbacks within so many steps the rate is not the cause: a 32nd of it diverged as
// well.
inline constexpr int kMostHalvings = 5;
inline constexpr std::int64_t kHalvingsWithin = 100;

// How often the run already diverged near this step, with its present schedule.
int rollbacks_near(std::span<const Event> events, std::int64_t diverged_step);

// The newest keyframe that drew about as well as the best one and that lies some steps back; each
// repeat goes further back. The first keyframe is always good.
std::int64_t last_good_step(std::span<const Keyframe> keyframes, std::int64_t diverged_step,
                            int repeats);

}  // namespace redraw
