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
    const std::vector<float>* from = kept(step, next, read);
    if (!from || share == 0) return from ? std::optional(*from) : std::nullopt;
    const std::vector<float>* to = kept(next, step, read);
    if (!to || to->size() != from->size()) return std::nullopt;
    return mixed(*from, *to, share);
}

// Reads a keyframe, but not in place of the one at step `beside`, nor of the one used last.
const std::vector<float>* KeyframeMixer::kept(std::int64_t step, std::int64_t beside,
                                              const ReadKeyframe& read) {
    if (const auto* known = kept_.find(step)) return known;
    kept_.find(beside);
    auto parameters = read(step);
    return parameters ? &kept_.keep(step, std::move(*parameters)) : nullptr;
}

void KeyframeMixer::forget_after(std::int64_t step) {
    kept_.forget_if([&](std::int64_t kept) { return kept > step; });
}

}  // namespace redraw
