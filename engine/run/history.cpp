#include "engine/run/history.h"

#include <fmt/format.h>

#include <cmath>

namespace redraw {

std::string text_of(const Event& event) {
    switch (event.kind) {
        case EventKind::imported:
            return "imported from iron_learn";
        case EventKind::branched:
            return "branched from " + event.name;
        case EventKind::schedule_changed:
            return "schedule changed";
        case EventKind::cool_down:
            return "cool-down";
        case EventKind::rolled_back:
            return fmt::format("diverged at step {}, went back, max rate halved to {:.9g}",
                               event.failed_step, event.lr_max);
        case EventKind::device_left:
            return fmt::format("the GPU failed after step {}, continued on {}", event.failed_step,
                               event.name);
        case EventKind::bookmarked:
            return event.name.empty() ? "bookmark" : "bookmark: " + event.name;
        case EventKind::bookmark_removed:
            return "bookmark removed";
        case EventKind::other:
            return event.name;
        default:
            return std::string(name_of(event.kind));  // started, resumed
    }
}

bool is_possible(const Event& event) {
    const EventKind kind = event.kind;
    const bool failed = kind == EventKind::rolled_back || kind == EventKind::device_left;
    const bool named = kind == EventKind::branched || kind == EventKind::device_left ||
                       kind == EventKind::bookmarked || kind == EventKind::other;
    return (failed ? event.failed_step >= 0 : event.failed_step == 0) &&
           (kind == EventKind::rolled_back ? std::isfinite(event.lr_max) && event.lr_max >= 0
                                           : event.lr_max == 0) &&
           (named || event.name.empty());
}

std::optional<Branch> branch_of(std::span<const Event> events) {
    for (auto event = events.rbegin(); event != events.rend(); ++event)
        if (event->kind == EventKind::branched) return Branch{event->name, event->step};
    return std::nullopt;
}

}  // namespace redraw
