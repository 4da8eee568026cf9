// The keyframes of a run, which steps become keyframes, and which are thinned out. Plain values and
// pure functions.
#pragma once

#include "engine/run/history.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace redraw {

struct Keyframe {
    std::int64_t step = 0;  // number of updates so far
    float batch_psnr = 0;   // as in the metric of the same step; NaN: unknown
    bool operator==(const Keyframe&) const = default;
};

// Returns the training seconds at which a keyframe was made, from the metric of its step or a near
// one.
double seconds_of(const Keyframe& keyframe, const std::vector<Metric>& metrics);

// Keyframe steps are round and log-spaced: every step to 100, every 10th to 1,000, every 100th to
// 10,000 and so on. "Step 640" exists, and a million steps contain 461. Large networks keep fewer
// (keyframe_digits()). Stopping, resuming and viewing do not change the choice.

// Returns the limit for is_keyframe_step(): 100 selects steps of at most two significant digits.
// Networks of more than a million parameters get 10 (one digit): storing all the first steps would
// take longer than training them.
std::int64_t keyframe_digits(std::size_t parameters);

bool is_keyframe_step(std::int64_t step, std::int64_t digits_limit = 100);  // 0 is a keyframe step
bool is_metric_step(std::int64_t step);  // steps of at most three significant digits, without 0
// Returns the first keyframe step after `step`.
std::int64_t next_keyframe_step(std::int64_t step, std::int64_t digits_limit = 100);

// Returns the byte budget for keyframes of `bytes_each` bytes in a new run: space for 64 keyframes,
// but from 16 MB to 256 MB.
std::int64_t keyframe_budget_for(std::int64_t bytes_each);

// Number of keyframes that stay when the user frees space: enough for a timelapse of one or two
// seconds.
inline constexpr std::size_t kKeyframesWithoutSpace = 60;

std::vector<std::int64_t> steps_of(std::span<const Keyframe> keyframes);
// Thins `steps` (ascending) to `most`. Each time removes the step whose neighbours are closest in
// log(1 + step), the earliest of equals. Keeps the first, the last and the bookmarks (`kept`, in
// any order), so more than `most` may stay. Takes O(n log n) time.
std::vector<std::int64_t> thinned(std::span<const std::int64_t> steps, std::size_t most,
                                  std::span<const std::int64_t> kept = {});

// Returns the step of the keyframe nearest to `step`. Precondition: there is a keyframe.
std::int64_t nearest_keyframe(std::span<const Keyframe> keyframes, std::int64_t step);

// Names the nearest keyframes for a message about a step without one: "the nearest kept are 630 and
// 640".
std::string kept_around(std::span<const Keyframe> keyframes, std::int64_t step);

}  // namespace redraw
