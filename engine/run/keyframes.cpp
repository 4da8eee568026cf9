#include "engine/run/keyframes.h"

#include "engine/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <queue>
#include <tuple>
#include <utility>

namespace redraw {

namespace {

constexpr std::size_t kManyParameters = 1'000'000;

// Returns the distance between neighbouring round steps near `step`: 1 below `digits_limit`, 10
// below ten times that, and so on.
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

double seconds_of(const Keyframe& keyframe, const std::vector<Metric>& metrics) {
    if (keyframe.step <= 0) return 0;
    const auto at = std::ranges::lower_bound(metrics, keyframe.step, {}, &Metric::step);
    if (at != metrics.end()) return at->seconds;
    return metrics.empty() ? 0 : metrics.back().seconds;
}

std::vector<std::int64_t> steps_of(std::span<const Keyframe> keyframes) {
    std::vector<std::int64_t> steps;
    for (const Keyframe& keyframe : keyframes) steps.push_back(keyframe.step);
    return steps;
}

std::vector<std::int64_t> thinned(std::span<const std::int64_t> steps, std::size_t most,
                                  std::span<const std::int64_t> kept) {
    // A candidate for removal: a step and its remaining neighbours. Compares ratios instead of
    // logarithms: a division gives the same result on every machine.
    struct Gap {
        double ratio;
        std::size_t at, before, after;
        bool operator>(const Gap& other) const {
            return std::tie(ratio, at) > std::tie(other.ratio, other.at);
        }
    };
    std::vector<std::size_t> before(steps.size()), after(steps.size());  // remaining neighbours
    std::vector<Gap> gaps;
    const auto gap = [&](std::size_t at) {
        const double ratio = (1.0 + double(steps[after[at]])) / (1.0 + double(steps[before[at]]));
        return Gap{ratio, at, before[at], after[at]};
    };
    std::vector<char> stays(steps.size());
    for (const std::int64_t step : kept)
        if (const auto found = std::ranges::lower_bound(steps, step);
            found != steps.end() && *found == step)
            stays[std::size_t(found - steps.begin())] = 1;
    const auto may_go = [&](std::size_t at) {
        return at > 0 && at + 1 < steps.size() && !stays[at];
    };
    for (std::size_t at = 0; at < steps.size(); ++at) {
        before[at] = at > 0 ? at - 1 : 0;
        after[at] = at + 1;
        if (may_go(at)) gaps.push_back(gap(at));
    }
    std::priority_queue narrowest(std::greater<>(), std::move(gaps));
    std::vector<char> gone(steps.size());
    for (std::size_t left = steps.size(); left > most && !narrowest.empty();) {
        const Gap next = narrowest.top();
        narrowest.pop();
        const std::size_t at = next.at;
        // Skips an outdated entry: its step is gone, or a newer entry has its present neighbours.
        if (gone[at] || next.before != before[at] || next.after != after[at]) continue;
        gone[at] = 1;
        --left;
        after[before[at]] = after[at];
        before[after[at]] = before[at];
        for (const std::size_t neighbour : {before[at], after[at]})
            if (may_go(neighbour)) narrowest.push(gap(neighbour));
    }
    std::vector<std::int64_t> stay;
    for (std::size_t at = 0; at < steps.size(); ++at)
        if (!gone[at]) stay.push_back(steps[at]);
    return stay;
}

std::int64_t nearest_keyframe(std::span<const Keyframe> keyframes, std::int64_t step) {
    const auto after = std::ranges::lower_bound(keyframes, step, {}, &Keyframe::step);
    if (after == keyframes.begin()) return after->step;
    const auto before = std::prev(after);
    return after == keyframes.end() || step - before->step <= after->step - step ? before->step
                                                                                 : after->step;
}

std::string kept_around(std::span<const Keyframe> keyframes, std::int64_t step) {
    if (keyframes.empty()) return "none is kept";
    const auto after = std::ranges::upper_bound(keyframes, step, {}, &Keyframe::step);
    if (after == keyframes.end())
        return fmt::format("the last one kept is {}", keyframes.back().step);
    if (after == keyframes.begin()) return fmt::format("the first one kept is {}", after->step);
    return fmt::format("the nearest kept are {} and {}", std::prev(after)->step, after->step);
}

}  // namespace redraw
