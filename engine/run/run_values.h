// The records of a run, step by step, without its file. Plain values.
#pragma once

#include "engine/text/names.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace redraw {

// An event of a run, and its step.
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
    kept,         // this moment, as the look of the run (keyframes.h)
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

inline constexpr std::size_t kLongestRunName = 200;  // bytes

struct Metric {
    std::int64_t step = 0;  // the step whose forward pass this is; 1 is the first
    float loss = 0;
    // dB, of this step's batch before its update; no drawing is as close as that (see
    // MeasuredPsnr).
    float batch_psnr = 0;
    float learning_rate = 0;
    double seconds = 0;  // of training so far, pauses left out, across resumes
    bool operator==(const Metric&) const = default;
};

struct Keyframe {
    std::int64_t step = 0;  // parameters after this many updates; 0 is the untrained network
    float batch_psnr = 0;   // as in the metric of the same step; NaN at step 0
    bool operator==(const Keyframe&) const = default;
};

// A measurement: how close the drawing after `step` updates comes to the picture at the size that
// is learned, as any program measures it on the exported file: values clamped and rounded to 8
// bits.
struct MeasuredPsnr {
    std::int64_t step = 0;
    float psnr = 0;      // dB; +infinity when every pixel is exact
    double seconds = 0;  // of training until then, as in a metric
    bool whole = false;  // measured over the whole picture (drawn_psnr.h), else on a sample of it
    bool operator==(const MeasuredPsnr&) const = default;
};

// Where a run came from, by "Continue from here".
struct Branch {
    std::string from;  // the file's name, as events show it
    std::int64_t step = 0;
    bool operator==(const Branch&) const = default;
};
// The newest branching: events of the run it came from lie before it.
std::optional<Branch> branch_of(std::span<const Event> events);

}  // namespace redraw
