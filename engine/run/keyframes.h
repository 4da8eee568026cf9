// Chooses the steps that are kept as checkpoints. Log-spaced and round: every step to 100, every
// 10th to 1,000, every 100th to 10,000 and so on, so that "step 640" exists and a million steps
// make some 500 keyframes. Pure functions of the step: stopping, resuming and watching change
// nothing.
#pragma once

#include "engine/run/run_values.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace redraw {

// 100: steps of at most two significant digits are kept. 10, one digit, for a network of more than
// a million parameters: keeping every one of its first steps would take longer than the steps do.
std::int64_t keyframe_digits(std::size_t parameters);

bool is_keyframe_step(std::int64_t step, std::int64_t digits_limit = 100);  // 0 is one
bool is_metric_step(std::int64_t step);  // at most three significant digits; 0 is not one
// The first one after `step`.
std::int64_t next_keyframe_step(std::int64_t step, std::int64_t digits_limit = 100);

// Bytes that a new run spends on keyframes of so many bytes each: 16 MB, and where that is not 64
// of them so much, up to 256 MB.
std::int64_t keyframe_budget_for(std::int64_t bytes_each);

// That stay of each run where somebody wants space: a timelapse has as many pictures in a second or
// two.
inline constexpr std::size_t kKeyframesWithoutSpace = 60;

// Removes steps until `most` are left, each time the one whose neighbours are closest in log(1 +
// step), the earliest of equals; never the first, the last or the one that somebody keeps
// (kept_moment()), so 2 or 3 stay at the least. `steps`: ascending. Takes n log n.
std::vector<std::int64_t> thinned(std::span<const std::int64_t> steps, std::size_t most,
                                  std::optional<std::int64_t> kept = std::nullopt);

// The look of a run: a moment of its learning that somebody keeps because it is liked as it is,
// such as one at which a photograph is a painting still. An event of the run says so, so that it is
// there wherever the run goes; its keyframe is not thinned out. Pure functions.

// The step that the newest of such events keeps; nothing when there is none, or it was let go.
std::optional<std::int64_t> kept_moment(std::span<const Event> events);

// Its keyframe; the nearest where it is gone, for the run went back behind it or an older Redraw
// thinned it out.
std::optional<Keyframe> kept_keyframe(std::span<const Event> events,
                                      std::span<const Keyframe> keyframes);

// "the nearest kept are 630 and 640", around a step that was not.
std::string kept_around(std::span<const Keyframe> keyframes, std::int64_t step);

}  // namespace redraw
