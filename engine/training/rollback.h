// Where a run goes back to when its loss is no longer a number, and how it goes on: pure functions
// of what the run file holds, so that a resumed run goes back exactly as one that never stopped.
#pragma once

#include "engine/run/run_file.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace redraw {

// Of the state at a keyframe, with fresh moments: those of the optimizer saw the gradients explode.
struct Rollback {
    std::int64_t diverged_step = 0;  // the first whose loss is no number
    std::int64_t to_step = 0;
    double lr_max = 0;  // from there on
    bool operator==(const Rollback&) const = default;
};

// A rollback is an event of the run, at the step it went back to.
Event event_of(const Rollback& rollback);
std::optional<Rollback> rollback_of(const Event& event);

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

Schedule halved(Schedule schedule);

}  // namespace redraw
