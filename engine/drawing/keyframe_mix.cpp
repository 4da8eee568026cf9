#include "engine/drawing/keyframe_mix.h"

#include "engine/error.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace redraw {

MixedKeyframe mixed_keyframe_at(std::span<const double> places, double part,
                                const std::vector<bool>& mixes) {
    REDRAW_CHECK(!places.empty(), "a film has keyframes");
    if (part <= 0 || part >= 1) return {keyframe_at(places, part)};
    const double wanted = places.back() * part;
    const auto after = std::size_t(std::ranges::upper_bound(places, wanted) - places.begin());
    if (after == places.size()) return {keyframe_at(places, part)};
    const std::size_t keyframe = after - 1;  // places begin with 0
    if (keyframe >= mixes.size() || !mixes[keyframe]) return {keyframe_at(places, part)};
    const double share = (wanted - places[keyframe]) / (places[after] - places[keyframe]);
    // A share that rounds to 1 is the next keyframe itself.
    return float(share) < 1 ? MixedKeyframe{keyframe, float(share)} : MixedKeyframe{after};
}

std::vector<float> mixed(std::span<const float> from, std::span<const float> to, float share) {
    REDRAW_CHECK(from.size() == to.size(), "two networks of one shape");
    std::vector<float> mix(from.size());
    std::ranges::transform(from, to, mix.begin(),
                           [&](float a, float b) { return a + (b - a) * share; });
    return mix;
}

bool lies_between(std::span<const std::uint8_t> before, std::span<const std::uint8_t> halfway,
                  std::span<const std::uint8_t> after) {
    const float apart = visible_change(before, after);
    return visible_change(before, halfway) <= apart && visible_change(halfway, after) <= apart;
}

std::optional<std::vector<float>> KeyframeMixer::operator()(std::int64_t step, std::int64_t next,
                                                            float share, const ReadKeyframe& read) {
    const Kept* from = kept(step, next, read);
    if (!from || share == 0) return from ? std::optional(from->parameters) : std::nullopt;
    const Kept* to = kept(next, step, read);
    if (!to || to->parameters.size() != from->parameters.size()) return std::nullopt;
    return mixed(from->parameters, to->parameters, share);
}

// Reads a keyframe, but not in place of the one at step `beside`, nor of the one used last.
const KeyframeMixer::Kept* KeyframeMixer::kept(std::int64_t step, std::int64_t beside,
                                               const ReadKeyframe& read) {
    if (kept_[last_].step == step) return &kept_[last_];
    if (kept_[1 - last_].step == beside) last_ = 1 - last_;
    Kept& other = kept_[1 - last_];
    if (other.step != step) {
        auto parameters = read(step);
        if (!parameters) return nullptr;
        other = {step, std::move(*parameters)};
    }
    last_ = 1 - last_;
    return &other;
}

void KeyframeMixer::forget_after(std::int64_t step) {
    for (Kept& kept : kept_)
        if (kept.step > step) kept = {};
}

}  // namespace redraw
