// What happened to a run, and at which step.
#pragma once

#include "engine/text/names.h"

#include <cstdint>
#include <string>

namespace redraw {

enum class EventKind {
    started,
    imported,  // from an iron_learn model
    resumed,
    branched,          // went on from a step of the run `name`
    schedule_changed,  // by somebody
    cool_down,         // "Cool down now"
    rolled_back,  // to this step: `failed_step` is the first whose loss is no number, `lr_max` from
                  // here on
    device_left,  // that failed after `failed_step`, and went on on `name`
    other,        // what a file of format 1 says in words of its own: `name`
};

// As files spell them.
template <>
inline constexpr auto kNames<EventKind> = names<EventKind>({{EventKind::started, "started"},
                                                            {EventKind::imported, "imported"},
                                                            {EventKind::resumed, "resumed"},
                                                            {EventKind::branched, "branched"},
                                                            {EventKind::schedule_changed,
                                                             "schedule_changed"},
                                                            {EventKind::cool_down, "cool_down"},
                                                            {EventKind::rolled_back, "rolled_back"},
                                                            {EventKind::device_left, "device_left"},
                                                            {EventKind::other, "other"}});

struct Event {
    std::int64_t step = 0;
    EventKind kind = EventKind::started;
    // What the kind has of these; else 0 and empty.
    std::int64_t failed_step = 0;
    double lr_max = 0;
    std::string name{};  // fit to be shown (display_name.h)
    bool operator==(const Event&) const = default;
};

// For readers: "diverged at step 130, went back, rate max halved to 0.001".
std::string text_of(const Event& event);

// Run files of format 1 say what happened in those words, and nothing else. They stay what they
// are: this alone reads the words, and new events of such a run are written in them. What says the
// text exactly: `text_of(event_of_format_1(step, text)) == text`, whatever it is.
Event event_of_format_1(std::int64_t step, const std::string& text);

// Every value is one that an event of this kind may have.
bool is_possible(const Event& event);

}  // namespace redraw
