#include "engine/run/event.h"

#include <fmt/format.h>

#include <cinttypes>
#include <cmath>
#include <cstdio>

namespace redraw {

std::string text_of(const Event& event) {
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
            return fmt::format("diverged at step {}, went back, rate max halved to {:.9g}",
                               event.failed_step, event.lr_max);
        case EventKind::device_left:
            return fmt::format("the GPU failed after step {}, went on on {}", event.failed_step,
                               event.name);
        case EventKind::kept:
            return "kept like this";
        case EventKind::let_go:
            return "no longer kept like this";
        case EventKind::other:
            break;
    }
    return event.name;
}

Event event_in_words(std::int64_t step, const std::string& text) {
    for (const auto& [kind, name] : kNames<EventKind>)
        if (Event plain{step, kind}; text_of(plain) == text) return plain;
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

Event as_filed(const Event& event) {
    if (!only_marks(event.kind)) return event;
    return {event.step, EventKind::other, 0, 0, text_of(event)};
}

Event as_read(Event filed) {
    if (filed.kind != EventKind::other) return filed;
    Event said = event_in_words(filed.step, filed.name);
    return only_marks(said.kind) ? said : filed;
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
