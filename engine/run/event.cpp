#include "engine/run/event.h"

#include <cmath>
#include <cstdio>

namespace redraw {

std::string text_of(const Event& event) {
    const std::string failed = std::to_string(event.failed_step);
    char rate[40];
    switch (event.kind) {
        case EventKind::started:
            return "started";
        case EventKind::imported:
            return "imported from iron_learn";
        case EventKind::resumed:
            return "resumed";
        case EventKind::branched:
            return "branched from " + event.name;
        case EventKind::schedule_changed:
            return "schedule changed";
        case EventKind::cool_down:
            return "cool-down";
        case EventKind::rolled_back:
            std::snprintf(rate, sizeof rate, "%.9g", event.lr_max);
            return "diverged at step " + failed + ", went back, rate max halved to " + rate;
        case EventKind::device_left:
            return "the GPU failed after step " + failed + ", went on on " + event.name;
        case EventKind::other:
            break;
    }
    return event.name;
}

bool is_possible(const Event& event) {
    const EventKind kind = event.kind;
    const bool failed = kind == EventKind::rolled_back || kind == EventKind::device_left;
    const bool named =
        kind == EventKind::branched || kind == EventKind::device_left || kind == EventKind::other;
    return (failed ? event.failed_step >= 0 : event.failed_step == 0) &&
           (kind == EventKind::rolled_back ? std::isfinite(event.lr_max) && event.lr_max >= 0
                                           : event.lr_max == 0) &&
           (named || event.name.empty());
}

}  // namespace redraw
