// Draws between two keyframes, so that a film or the timelapse moves evenly however few keyframes a
// run has: the mean of both networks' parameters, weighted by the distance in time. Such a mix is
// no moment of the run. It is only shown where it looks like one: measured halfway, its render must
// differ from each of its two keyframes by no more than these differ from each other.
#pragma once

#include "engine/drawing/pace.h"
#include "engine/recent.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace redraw {

// A place in a film: a keyframe, and the share (0 <= share < 1) of the keyframe after it.
struct MixedKeyframe {
    std::size_t keyframe = 0;
    float share = 0;
    bool operator==(const MixedKeyframe&) const = default;
};
// Returns the mix at a fraction of the film, 0 to 1. `mixes[i]`: keyframe i mixes with the next
// one; where it does not, or `mixes` ends, the nearer keyframe is shown. See keyframe_at().
MixedKeyframe mixed_keyframe_at(std::span<const double> places, double part,
                                const std::vector<bool>& mixes);

// Returns the weighted mean of two networks' parameters. Precondition: as many parameters in both.
std::vector<float> mixed(std::span<const float> from, std::span<const float> to, float share);

// Returns whether the render `halfway` lies between two renders, all as 8-bit levels of one size.
bool lies_between(std::span<const std::uint8_t> before, std::span<const std::uint8_t> halfway,
                  std::span<const std::uint8_t> after);

// Reads and mixes the parameters of neighbouring keyframes. Keeps those of the two read last,
// because successive frames of a film mix the same two. One thread.
class KeyframeMixer {
public:
    // Returns the parameters of the keyframe at `step`, mixed with `share` of those at `next`;
    // nothing if one of them cannot be read or has another shape. `next` is not read for a share
    // of 0.
    std::optional<std::vector<float>> operator()(std::int64_t step, std::int64_t next, float share,
                                                 const ReadKeyframe& read);
    // Forgets the keyframes after `step`, because they were trained or edited again.
    void forget_after(std::int64_t step);

private:
    const std::vector<float>* kept(std::int64_t step, std::int64_t beside,
                                   const ReadKeyframe& read);

    Recent<std::int64_t, std::vector<float>> kept_{2};  // parameters by step
};

}  // namespace redraw
