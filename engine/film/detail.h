// The detail of a moment, from 0, the first keyframe, to 1, the last: equal steps are equal visible
// changes of the drawing, as in a film by change (pace.h). Moments in between are softer drawings,
// which some may prefer.
#pragma once

#include "engine/backend/backend.h"
#include "engine/film/pace.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace redraw {

// Pure; of a run's keyframes by step, with what changes from each to the next.
class DetailScale {
public:
    DetailScale(std::span<const std::int64_t> steps, std::span<const float> changes)
        : places_(keyframe_places(steps, Pace::change, changes)) {}

    // The keyframe that is as detailed: the nearest. Never an earlier one for more detail.
    std::size_t keyframe_at(double detail) const { return redraw::keyframe_at(places_, detail); }
    double detail_of(std::size_t keyframe) const;
    std::size_t keyframes() const { return places_.size(); }

private:
    std::vector<double> places_;
};

// What changes from each keyframe to the next, drawn small one after the other: of a network that
// learned many megapixels as quick as of any other. `read`: nothing where it cannot be read, and
// then nothing is known of the change to it or from it.
using ReadKeyframe = std::function<std::optional<std::vector<float>>(std::int64_t step)>;
std::vector<float> visible_changes(Backend& backend, const Grid& picture,
                                   std::span<const std::int64_t> steps, const ReadKeyframe& read);

}  // namespace redraw
