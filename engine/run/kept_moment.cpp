#include "engine/run/kept_moment.h"

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

}  // namespace redraw
