// An event of a run, and its step.
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
    kept,         // this moment, as the look of the run (kept_moment.h)
    let_go,       // that is no more
    other,        // what a file says in words of its own: `name`
};

// The names of the kinds in files.
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
                                                            {EventKind::kept, "kept"},
                                                            {EventKind::let_go, "let_go"},
                                                            {EventKind::other, "other"}});

struct Event {
    std::int64_t step = 0;
    EventKind kind = EventKind::started;
    // Set if the kind has them; else 0 and empty.
    std::int64_t failed_step = 0;
    double lr_max = 0;
    std::string name{};  // fit to be shown (display_name.h)
    bool operator==(const Event&) const = default;
};

// For readers: "diverged at step 130, went back, rate max halved to 0.001".
std::string text_of(const Event& event);

// It marks a moment, and has nothing to do with how the run trains.
constexpr bool only_marks(EventKind kind) {
    return kind == EventKind::kept || kind == EventKind::let_go;
}

// Every value is one that an event of this kind may have.
bool is_possible(const Event& event);

}  // namespace redraw
