// A lesson: a question about training, a guess to make, and up to four runs on the same picture
// that answer it. The values in its result are measured on the picture that was learned. A lesson
// is a small JSON file (docs/lessons.md); ten are built in. Plain values and pure functions, any
// thread.
//
// The result's text, conditions and claims contain expressions about the finished runs:
//   sine - tanh >= 8      20 <= net < 40      wide.between / deep.between > 1
// Expressions have numbers, names, + - * / ( ) and comparisons (>= <= > < =), which may be chained.
// NAME is the PSNR of the run NAME; other measures (RunMeasures) are written NAME.MEASURE.
// NAME.place is 1 + the number of runs with a higher PSNR, all rounded to 0.1 dB. An exact drawing
// has a PSNR of +infinity; the difference of two such values is 0.
#pragma once

#include "engine/network/config.h"
#include "engine/run/history.h"

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace redraw {

struct Guess {
    std::string text;
    std::string condition;  // an expression; exactly one guess's condition should hold
};

struct LessonRun {
    std::string name;   // in expressions: a-z, 0-9, _, begins with a letter; unique in the lesson
    std::string label;  // name shown to the user: "Sine"
    Config config;
    // Share of the steps, 0 to 1, at which the run is stopped without warning. It is then opened
    // again from its file, saved at half of that share or later. 0: never, as for the first run.
    double crash_at = 0;
};

struct TryIt {
    std::string text;
    // Path of the setting to try, as in a configuration's JSON: "network.activation". May be empty.
    std::string control;
};

struct Lesson {
    std::string name;  // the file's name without its extension: "04-which-wave"
    std::string title;
    std::string stake;  // a sentence that says why the question matters
    std::string question;
    std::vector<Guess> guesses;       // 2 to 6
    std::vector<LessonRun> runs;      // 1 to 4, all on the same pixels; a race calls the first A
    std::vector<std::string> claims;  // 1 to 8 conditions that should hold on any picture
    std::string result;               // template for fill()
    std::string why;                  // two sentences
    TryIt try_it;
};

// Reads a lesson and checks all its expressions. `name`: the file's name without its extension.
// Throws Error, usually with the field's name ("guesses[1].if: ..."). Limits: 64 KiB, texts of 300
// bytes, and the work of each run (lesson.cpp).
Lesson lesson_from_json(std::string_view text, const std::string& name);
inline constexpr std::size_t kMostLessonBytes = 64 << 10;

// Returns the built-in lessons, in the order of their numbers (assets/lessons/).
const std::vector<Lesson>& lessons();
// Finds a built-in lesson by its name, "04-which-wave" or "which-wave", or its number, "04" or "4".
// Returns null if no lesson matches.
const Lesson* find_lesson(std::string_view word);

// The measures of one run that expressions can name. NaN: unknown; comparisons with NaN are false.
struct RunMeasures {
    static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    double psnr = kUnknown;      // dB, whole drawing against learned picture, in 8-bit values
    double between = kUnknown;   // dB, at up to twice the learned size; NaN: no larger picture
    double rises = kUnknown;     // share_of_rises()
    double halvings = kUnknown;  // number of divergences after which the rate was halved
    double weights = kUnknown;   // number of parameters
    double pixels = kUnknown;    // number of pixels of the learned picture
    double steps = kUnknown;
    double seconds = kUnknown;      // training time
    double fingerprint = kUnknown;  // 32-bit FNV-1a hash of the parameters' bytes
};
// The measures of all runs of a lesson, by the runs' names.
using LessonResult = std::map<std::string, RunMeasures, std::less<>>;

// The names of the values of RunMeasures in expressions, and how they are written.
enum class Unit { plain, decibels, share, count, seconds };
struct MeasureName {
    std::string_view name;
    double RunMeasures::*value;
    Unit unit;
};
inline constexpr MeasureName kMeasures[] = {
    {"psnr", &RunMeasures::psnr, Unit::decibels},
    {"between", &RunMeasures::between, Unit::decibels},
    {"rises", &RunMeasures::rises, Unit::share},
    {"halvings", &RunMeasures::halvings, Unit::count},
    {"weights", &RunMeasures::weights, Unit::count},
    {"pixels", &RunMeasures::pixels, Unit::count},
    {"steps", &RunMeasures::steps, Unit::count},
    {"seconds", &RunMeasures::seconds, Unit::seconds},
    {"fingerprint", &RunMeasures::fingerprint, Unit::count}};

// Returns the share of steps whose loss is above that of the step before, among the second half of
// the recorded steps. NaN if fewer than four steps are recorded.
double share_of_rises(std::span<const Metric> metrics);

// Evaluates a condition. Throws Error if the text is no condition, or names an unknown run or
// measure.
bool holds(std::string_view condition, const LessonResult& result);

// Replaces each {expression} by its value, formatted by its unit: "17.5 dB", "exact", "2,241",
// "48 %". Throws Error for an invalid expression.
std::string fill(std::string_view text, const LessonResult& result);

// Returns the index of the first guess whose condition holds; absent if no condition holds.
std::optional<std::size_t> right_guess(const Lesson& lesson, const LessonResult& result);

// The race of a lesson in the window: Status::taught.
struct TaughtRace {
    std::uint64_t id = 0;  // command::Teach::id; 0: the open run belongs to no lesson
    struct Run {
        std::string label;
        std::optional<RunMeasures> measures{};  // absent: the run has not ended yet
    };
    std::vector<Run> runs;  // the open run first, then Status::companions
};

namespace command {

// Starts the runs of a lesson as a race on the open picture. Each run ends where its own schedule
// ends, or at its last good step if it diverges, and is then measured: Status::taught.
struct Teach {
    std::vector<LessonRun> runs;  // 1 to kMostRivals + 1; the first one cannot crash
    std::uint64_t id = 0;         // becomes TaughtRace::id
};

}  // namespace command

}  // namespace redraw
