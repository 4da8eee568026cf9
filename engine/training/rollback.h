// Where a run goes back to when its loss is no longer a number, and how it goes on: pure functions
// of what the run file holds, so that a resumed run goes back exactly as one that never stopped. It
// goes on from a keyframe with fresh moments: those of the optimizer saw the gradients explode.
#pragma once

#include "engine/run/run_file.h"

#include <cstdint>
#include <span>

namespace redraw {

// After so many rollbacks within so many steps the rate is not what is wrong: a 32nd of it diverged
// as well.
inline constexpr int kMostHalvings = 5;
inline constexpr std::int64_t kHalvingsWithin = 100;

// How often the run diverged near this step already, at the schedule it has now.
int rollbacks_near(std::span<const Event> events, std::int64_t diverged_step);

// The newest keyframe that drew about as well as the best one and that lies some steps back; each
// repeat goes further back. The first keyframe is always good.
std::int64_t last_good_step(std::span<const Keyframe> keyframes, std::int64_t diverged_step,
                            int repeats);

}  // namespace redraw
