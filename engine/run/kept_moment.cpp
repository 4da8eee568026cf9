#include "engine/run/kept_moment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace redraw {

std::optional<std::int64_t> kept_moment(std::span<const Event> events) {
    for (auto event = events.rbegin(); event != events.rend(); ++event)
        if (only_marks(event->kind))
            return event->kind == EventKind::kept ? std::optional(event->step) : std::nullopt;
    return std::nullopt;
}

std::optional<Keyframe> kept_keyframe(std::span<const Event> events,
                                      std::span<const Keyframe> keyframes) {
    const auto step = kept_moment(events);
    if (!step || keyframes.empty()) return std::nullopt;
    return *std::ranges::min_element(
        keyframes, {}, [&](const Keyframe& keyframe) { return std::abs(keyframe.step - *step); });
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
