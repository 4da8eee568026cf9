#include "engine/run/run_values.h"

namespace redraw {

std::optional<Branch> branch_of(std::span<const Event> events) {
    for (auto event = events.rbegin(); event != events.rend(); ++event)
        if (event->kind == EventKind::branched) return Branch{event->name, event->step};
    return std::nullopt;
}

}  // namespace redraw
