// Which keyframe a frame of the film shows.
#include "engine/error.h"
#include "engine/run/film.h"

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

// Where each keyframe lies along the film, ascending from 0.
std::vector<double> positions(std::span<const std::int64_t> steps, Pace pace,
                              std::span<const float> changes) {
    std::vector<double> at(steps.size());
    for (std::size_t i = 1; i < steps.size(); ++i) {
        switch (pace) {
            case Pace::steps:
                at[i] = double(steps[i] - steps[0]);
                break;
            case Pace::log:
                at[i] = std::log1p(double(steps[i])) - std::log1p(double(steps[0]));
                break;
            case Pace::change: {
                const float change = changes[i];  // NaN where a network diverged
                at[i] = at[i - 1] + (change > 0 && std::isfinite(change) ? double(change) : 0.0);
            }
        }
    }
    return at;
}

}  // namespace

std::vector<std::size_t> pick_keyframes(std::span<const std::int64_t> steps, int frame_count,
                                        Pace pace, std::span<const float> changes) {
    REDRAW_CHECK(!steps.empty() && frame_count >= 1, "a film has keyframes and frames");
    REDRAW_CHECK(pace != Pace::change || changes.size() == steps.size(), "a change per keyframe");
    std::vector<double> at = positions(steps, pace, changes);
    if (!(at.back() > 0)) {  // nothing changes: one after the other
        for (std::size_t i = 0; i < at.size(); ++i) at[i] = double(i);
    }
    std::vector<std::size_t> picked;
    for (int frame = 0; frame + 1 < frame_count; ++frame) {
        const double wanted = at.back() * frame / (frame_count - 1);
        const auto after = std::lower_bound(at.begin(), at.end(), wanted);
        const bool before_is_nearer = after != at.begin() && wanted - after[-1] <= *after - wanted;
        picked.push_back(static_cast<std::size_t>(after - at.begin()) - (before_is_nearer ? 1 : 0));
    }
    picked.push_back(at.size() - 1);
    return picked;
}

}  // namespace redraw
