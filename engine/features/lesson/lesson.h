// A lesson: a question about training, a guess to make, and up to four runs on the same picture
// that answer it. The values in its result are measured on the picture that was learned. A lesson
// is a small JSON file (docs/lessons.md); ten are built in. Plain values and pure functions, any
// thread.
#pragma once

#include "engine/features/lesson/expression.h"
#include "engine/network/config.h"

#include <cstdint>
#include <optional>
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

// Returns the index of the first guess whose condition holds; absent if no condition holds.
std::optional<std::size_t> right_guess(const Lesson& lesson, const LessonResult& result);

// The race of a lesson in the window: Status::taught.
struct TaughtRace {
    std::uint64_t id = 0;  // command::Teach::id; 0: the open run belongs to no lesson
    struct Run {
        std::string label;
        std::optional<RunMeasures> measures{};  // absent: the run has not ended yet
    };
    std::vector<Run> runs;  // the open run first, then Status::compared_runs
    bool between = false;   // command::Teach::between
    double RunMeasures::*decides() const {
        return between ? &RunMeasures::between : &RunMeasures::psnr;
    }
    bool decided_between(std::size_t run) const {  // the run has ended
        return between && run < runs.size() && runs[run].measures;
    }
};

namespace command {

// Starts the runs of a lesson as a race on the open picture. Each run ends where its own schedule
// ends, or at its last good step if it diverges, and is then measured: Status::taught.
struct Teach {
    std::vector<LessonRun> runs;  // 1 to kMostRivals + 1; the first one cannot crash
    std::uint64_t id = 0;         // becomes TaughtRace::id
    bool between = false;         // RunMeasures::between decides, not RunMeasures::psnr
};

}  // namespace command

}  // namespace redraw
