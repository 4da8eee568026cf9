// Events and measurements of a run by step, independent of its file. Plain values and pure
// functions.
#pragma once

#include "engine/text/names.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace redraw {

// Kinds of events in a run's history.
enum class EventKind {
    started,
    imported,  // from an iron_learn model
    resumed,
    branched,          // continued from a step of the run `name`
    schedule_changed,  // by the user
    cool_down,         // the user chose "Finish early"
    rolled_back,       // back to this step with a lower `lr_max`; loss not finite at `failed_step`
    device_left,       // device failed after `failed_step`; training continued on `name`
    bookmarked,        // bookmark set or renamed at this step; `name` may be empty
    bookmark_removed,  // bookmark at this step removed
    other,             // a kind unknown to this version, described by `name`
};

// The names of the kinds. Run files store kinds that only_marks() as "other" (run_tables.cpp).
template <>
inline constexpr auto kNames<EventKind> = names_up_to<EventKind::other>(
    "started", "imported", "resumed", "branched", "schedule_changed", "cool_down", "rolled_back",
    "device_left", "bookmarked", "bookmark_removed", "other");

struct Event {
    std::int64_t step = 0;
    EventKind kind = EventKind::started;
    // Set only for kinds that use these fields; else 0 and empty.
    std::int64_t failed_step = 0;
    double lr_max = 0;
    std::string name{};  // displayable (display_name.h)
    bool operator==(const Event&) const = default;
};

// Describes the event: "diverged at step 130, went back, max rate halved to 0.001".
std::string text_of(const Event& event);

// True if an event of this kind only marks a step (a bookmark) and does not change training.
constexpr bool only_marks(EventKind kind) {
    return kind == EventKind::bookmarked || kind == EventKind::bookmark_removed;
}

// Returns true if the event's failed step, rate and name are ones that its kind can have. Events
// read from an untrusted run file are checked with it.
bool is_possible(const Event& event);

inline constexpr std::size_t kLongestRunName = 200;  // bytes

struct Metric {
    std::int64_t step = 0;  // step of this forward pass; the first is 1
    float loss = 0;
    float batch_psnr = 0;  // dB, of this step's batch before the update; see MeasuredPsnr
    float learning_rate = 0;
    double seconds = 0;  // training time so far, over all sessions, without pauses
    bool operator==(const Metric&) const = default;
};

// The measured PSNR of the render after `step` updates, as any program would measure it on the
// exported file at training size: values clamped and rounded to 8 bits.
struct MeasuredPsnr {
    std::int64_t step = 0;
    float psnr = 0;      // dB; +infinity when every pixel is exact
    double seconds = 0;  // training time so far
    bool whole = false;  // over the whole picture (drawn_psnr.h); else over a sample
    bool operator==(const MeasuredPsnr&) const = default;
};

// The origin of a run that began with "Continue from here", or that was rescued.
struct Branch {
    std::string from;  // displayable name of the original file
    std::int64_t step = 0;
    bool operator==(const Branch&) const = default;
};
// Returns the newest branch event; earlier events belong to the original run.
std::optional<Branch> branch_of(std::span<const Event> events);

}  // namespace redraw
