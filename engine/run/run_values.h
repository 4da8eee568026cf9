// Records of a run by step, independent of its file, and the choice of keyframes. Plain values
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
inline constexpr auto kNames<EventKind> =
    names<EventKind>({{EventKind::started, "started"},
                      {EventKind::imported, "imported"},
                      {EventKind::resumed, "resumed"},
                      {EventKind::branched, "branched"},
                      {EventKind::schedule_changed, "schedule_changed"},
                      {EventKind::cool_down, "cool_down"},
                      {EventKind::rolled_back, "rolled_back"},
                      {EventKind::device_left, "device_left"},
                      {EventKind::bookmarked, "bookmarked"},
                      {EventKind::bookmark_removed, "bookmark_removed"},
                      {EventKind::other, "other"}});

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

struct Keyframe {
    std::int64_t step = 0;  // number of updates so far
    float batch_psnr = 0;   // as in the metric of the same step; NaN: unknown
    bool operator==(const Keyframe&) const = default;
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

// Returns the training seconds at which a keyframe was made, from the metric of its step or a near
// one.
double seconds_of(const Keyframe& keyframe, const std::vector<Metric>& metrics);

// The origin of a run that began with "Continue from here", or that was rescued.
struct Branch {
    std::string from;  // displayable name of the original file
    std::int64_t step = 0;
    bool operator==(const Branch&) const = default;
};
// Returns the newest branch event; earlier events belong to the original run.
std::optional<Branch> branch_of(std::span<const Event> events);

// Keyframe steps are round and log-spaced: every step to 100, every 10th to 1,000, every 100th to
// 10,000 and so on. "Step 640" exists, and a million steps contain 461. Large networks keep fewer
// (keyframe_digits()). Stopping, resuming and viewing do not change the choice.

// Returns the limit for is_keyframe_step(): 100 selects steps of at most two significant digits.
// Networks of more than a million parameters get 10 (one digit): storing all the first steps would
// take longer than training them.
std::int64_t keyframe_digits(std::size_t parameters);

bool is_keyframe_step(std::int64_t step, std::int64_t digits_limit = 100);  // 0 is a keyframe step
bool is_metric_step(std::int64_t step);  // steps of at most three significant digits, without 0
// Returns the first keyframe step after `step`.
std::int64_t next_keyframe_step(std::int64_t step, std::int64_t digits_limit = 100);

// Returns the byte budget for keyframes of `bytes_each` bytes in a new run: space for 64 keyframes,
// but from 16 MB to 256 MB.
std::int64_t keyframe_budget_for(std::int64_t bytes_each);

// Number of keyframes that stay when the user frees space: enough for a timelapse of one or two
// seconds.
inline constexpr std::size_t kKeyframesWithoutSpace = 60;

std::vector<std::int64_t> steps_of(std::span<const Keyframe> keyframes);
// Thins `steps` (ascending) to `most`. Each time removes the step whose neighbours are closest in
// log(1 + step), the earliest of equals. Keeps the first, the last and the bookmarks (`kept`, in
// any order), so more than `most` may stay. Takes O(n log n) time.
std::vector<std::int64_t> thinned(std::span<const std::int64_t> steps, std::size_t most,
                                  std::span<const std::int64_t> kept = {});

// A keyframe that the user marked, and the name it was given.
struct Bookmark {
    std::int64_t step = 0;
    std::string name{};  // displayable; empty: not named
    bool operator==(const Bookmark&) const = default;
};
inline constexpr std::size_t kLongestBookmarkName = 100;  // bytes; longer ones are cut

// Returns the bookmarks of a run, the one set or renamed last at the end. Events record them, so
// that copies of the run have them; their keyframes are not thinned out.
std::vector<Bookmark> bookmarks_of(std::span<const Event> events);
// Returns the bookmarks of a run, each at an existing keyframe. A bookmark whose keyframe is gone
// moves to the nearest one, as after a rollback; of several at one keyframe the last stays.
std::vector<Bookmark> bookmarks_of(std::span<const Event> events,
                                   std::span<const Keyframe> keyframes);
std::vector<std::int64_t> steps_of(std::span<const Bookmark> bookmarks);

// Returns the step of the keyframe nearest to `step`. Precondition: there is a keyframe.
std::int64_t nearest_keyframe(std::span<const Keyframe> keyframes, std::int64_t step);

// Names the nearest keyframes for a message about a step without one: "the nearest kept are 630 and
// 640".
std::string kept_around(std::span<const Keyframe> keyframes, std::int64_t step);

// A race: several networks learn the same picture, and the finish line is a target PSNR. These
// functions compute each racer's rank and the winner.

inline constexpr std::size_t kMostRivals = 3;  // besides A, the open run

// The present state of one racer; the first racer in a list is A.
struct Racer {
    float psnr = std::numeric_limits<float>::quiet_NaN();
    double seconds = 0;  // training time so far
    bool goes_on = true;
    std::optional<double> finished{};  // training time at which it reached the finish line
};

std::string letter_of(std::size_t racer);  // "A", "B"

// Returns the training time in seconds at which a run was first measured at this PSNR (dB) or more;
// nothing if that has not happened yet.
std::optional<double> reached_at(std::span<const MeasuredPsnr> measured, double psnr);

// Returns the rank of each racer, from 1. Racers that finished come first, in order of time, then
// the others by PSNR rounded to the displayed tenth of a decibel. Equal racers share a rank. 0: not
// known yet.
std::vector<int> places_of(std::span<const Racer> racers);

// Returns the index of the first racer at the finish line, once no other racer can have been
// faster. Racers train in turn, so only training time counts. Nothing: no winner yet.
std::optional<std::size_t> winner_of(std::span<const Racer> racers);

std::string place_text(int place);      // "1st"; empty for 0
std::string race_time(double seconds);  // "3.42 s", "34.2 s", "2:05"

}  // namespace redraw
