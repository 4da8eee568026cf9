#include "engine/run/events_of_format_1.h"

#include <cinttypes>
#include <cstdio>

namespace redraw {

Event event_of_format_1(std::int64_t step, const std::string& text) {
    for (const auto& [kind, name] : kNames<EventKind>)
        if (const Event plain{step, kind}; text_of(plain) == text) return plain;
    Event event{step, EventKind::branched};
    const std::string branched = text_of(event);
    int end = 0;
    if (text.starts_with(branched)) {
        event.name = text.substr(branched.size());
    } else if (std::sscanf(text.c_str(),
                           "diverged at step %" SCNd64 ", went back, rate max halved to %lg",
                           &event.failed_step, &event.lr_max) == 2) {
        event.kind = EventKind::rolled_back;
    } else if (std::sscanf(text.c_str(), "the GPU failed after step %" SCNd64 ", went on on %n",
                           &event.failed_step, &end) == 1 &&
               end > 0) {
        event.kind = EventKind::device_left;
        event.name = text.substr(std::size_t(end));
    }
    const bool said = text_of(event) == text && is_possible(event);
    return said ? event : Event{step, EventKind::other, 0, 0, text};
}

}  // namespace redraw
