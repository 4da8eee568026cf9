// The records of a run, step by step, without its file, and which keyframes are kept. Plain values
// and pure functions.
#pragma once

#include "engine/text/names.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

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
    kept,         // this moment, as the look of the run (kept_moment())
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

// Describes it: "diverged at step 130, went back, rate max halved to 0.001".
std::string text_of(const Event& event);

// True if it marks a step without changing how the run trains.
constexpr bool only_marks(EventKind kind) {
    return kind == EventKind::kept || kind == EventKind::let_go;
}

// True if an event of this kind may have these values.
bool is_possible(const Event& event);

inline constexpr std::size_t kLongestRunName = 200;  // bytes

struct Metric {
    std::int64_t step = 0;  // the step whose forward pass this is; 1 is the first
    float loss = 0;
    float batch_psnr = 0;  // dB, of this step's batch before its update; see MeasuredPsnr
    float learning_rate = 0;
    double seconds = 0;  // of training so far, pauses left out, across resumes
    bool operator==(const Metric&) const = default;
};

struct Keyframe {
    std::int64_t step = 0;  // parameters after this many updates; 0 is the untrained network
    float batch_psnr = 0;   // as in the metric of the same step; NaN at step 0
    bool operator==(const Keyframe&) const = default;
};

// The measured PSNR of the drawing after `step` updates, as any program measures it on the exported
// file at the training size: values clamped and rounded to 8 bits.
struct MeasuredPsnr {
    std::int64_t step = 0;
    float psnr = 0;      // dB; +infinity when every pixel is exact
    double seconds = 0;  // of training until then, as in a metric
    bool whole = false;  // measured over the whole picture (drawn_psnr.h), else on a sample of it
    bool operator==(const MeasuredPsnr&) const = default;
};

// The origin of a run that began with "Continue from here".
struct Branch {
    std::string from;  // the file's name, as events show it
    std::int64_t step = 0;
    bool operator==(const Branch&) const = default;
};
// The newest branching: events of the run it came from lie before it.
std::optional<Branch> branch_of(std::span<const Event> events);

// Keyframes are log-spaced and round: every step to 100, every 10th to 1,000, every 100th to 10,000
// and so on, so that "step 640" exists and a million steps make some 500 keyframes. Which are kept
// depends on the step alone: stopping, resuming and watching change nothing.

// 100: steps of at most two significant digits are kept. 10, one digit, for a network of more than
// a million parameters: keeping every one of its first steps would take longer than the steps do.
std::int64_t keyframe_digits(std::size_t parameters);

bool is_keyframe_step(std::int64_t step, std::int64_t digits_limit = 100);  // 0 is one
bool is_metric_step(std::int64_t step);  // at most three significant digits; 0 is not one
// The first one after `step`.
std::int64_t next_keyframe_step(std::int64_t step, std::int64_t digits_limit = 100);

// The bytes that a new run spends on keyframes of `bytes_each`: room for 64, but 16 MB at least and
// 256 MB at most.
std::int64_t keyframe_budget_for(std::int64_t bytes_each);

// Keyframes of a run that stay when the user frees space: a timelapse shows as many pictures in a
// second or two.
inline constexpr std::size_t kKeyframesWithoutSpace = 60;

std::vector<std::int64_t> steps_of(std::span<const Keyframe> keyframes);
// Removes steps until `most` are left, each time the one whose neighbours are closest in log(1 +
// step), the earliest of equals; never the first, the last or the one that somebody keeps
// (kept_moment()), so 2 or 3 stay at the least. `steps`: ascending. Takes n log n.
std::vector<std::int64_t> thinned(std::span<const std::int64_t> steps, std::size_t most,
                                  std::optional<std::int64_t> kept = std::nullopt);

// The bookmark of a run: a step at which the user likes the drawing as it is. An event records it,
// so that it goes wherever the run goes; its keyframe is not thinned out. Nothing when there is
// none.
std::optional<std::int64_t> kept_moment(std::span<const Event> events);

// The bookmark's keyframe; the nearest one if it is gone, as the run went back behind it or an
// older Redraw thinned it out.
std::optional<Keyframe> kept_keyframe(std::span<const Event> events,
                                      std::span<const Keyframe> keyframes);

// Says which keyframes lie around a step without one: "the nearest kept are 630 and 640".
std::string kept_around(std::span<const Keyframe> keyframes, std::int64_t step);

// A race of networks on one picture: the place of each, and who was first at the finish line.

inline constexpr std::size_t kMostRivals = 3;  // beside A

// One of those that race, as it is now. A is the first.
struct Racer {
    float psnr = std::numeric_limits<float>::quiet_NaN();
    double seconds = 0;  // of training so far
    bool goes_on = true;
    std::optional<double> finished{};  // after so many seconds it came to the finish line
};

std::string letter_of(std::size_t racer);  // "A", "B"

// The seconds of training after which a run first was measured to reach this PSNR, in dB; nothing:
// it has not yet.
std::optional<double> reached_at(std::span<const MeasuredPsnr> measured, double psnr);

// The place of each, from 1 on: first those that reached the finish line, in that order, then the
// others by PSNR, rounded to the tenth that is shown; equals share a place. 0: unknown yet.
std::vector<int> places_of(std::span<const Racer> racers);

// The first run at the finish line, once no other can have been sooner: they train in turn, and a
// second of training counts the same for each.
std::optional<std::size_t> winner_of(std::span<const Racer> racers);

std::string place_text(int place);      // "1st"; empty for 0
std::string race_time(double seconds);  // "3.42 s", "34.2 s", "2:05"

}  // namespace redraw
