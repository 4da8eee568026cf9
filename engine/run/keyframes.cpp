#include "engine/run/keyframes.h"

#include "engine/error.h"

#include <algorithm>
#include <limits>

namespace redraw {
namespace {

constexpr std::size_t kManyParameters = 1'000'000;

// The distance between two neighbours of that many significant digits at `step`.
std::int64_t spacing(std::int64_t step, std::int64_t digits_limit) {
    std::int64_t unit = 1;
    while (step / unit >= digits_limit) unit *= 10;
    return unit;
}

}  // namespace

std::int64_t keyframe_digits(std::size_t parameters) {
    return parameters > kManyParameters ? 10 : 100;
}

bool is_keyframe_step(std::int64_t step, std::int64_t digits_limit) {
    return step >= 0 && step % spacing(step, digits_limit) == 0;
}

bool is_metric_step(std::int64_t step) {
    return step > 0 && step % spacing(step, 1000) == 0;
}

std::int64_t next_keyframe_step(std::int64_t step, std::int64_t digits_limit) {
    REDRAW_CHECK(step >= 0 && step <= std::numeric_limits<std::int64_t>::max() / 2,
                 "a step that can be counted on from");
    const std::int64_t unit = spacing(step, digits_limit);
    return (step / unit + 1) * unit;
}

std::int64_t keyframe_budget_for(std::int64_t bytes_each) {
    constexpr std::int64_t kLeast = 16'000'000, kMost = 256'000'000, kKeyframes = 64;
    return bytes_each > kMost / kKeyframes ? kMost : std::max(kLeast, kKeyframes * bytes_each);
}

std::size_t least_keyframes(std::span<const std::int64_t> steps, std::optional<std::int64_t> kept) {
    const bool between = kept && steps.size() > 2 &&
                         std::ranges::binary_search(steps.subspan(1, steps.size() - 2), *kept);
    return between ? 3 : 2;
}

std::size_t thinnest(std::span<const std::int64_t> steps, std::optional<std::int64_t> kept) {
    REDRAW_CHECK(steps.size() > least_keyframes(steps, kept),
                 "the first, the last and the kept keyframe are never dropped");
    std::size_t best = 0;
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i + 1 < steps.size(); ++i) {
        if (steps[i] == kept) continue;
        // Ratios order as differences of logarithms do, and a division is the same on every
        // machine. Of equals the earliest goes.
        const double ratio = (1.0 + double(steps[i + 1])) / (1.0 + double(steps[i - 1]));
        if (ratio >= smallest) continue;
        smallest = ratio;
        best = i;
    }
    return best;
}

}  // namespace redraw
