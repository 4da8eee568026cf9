// Fuzzes untrusted lessons and the expressions in them: an accepted lesson can be trained, judged
// and shown.
#include "engine/features/lesson/lesson.h"
#include "engine/network/config_json.h"
#include "engine/network/parameters.h"
#include "engine/run/race.h"
#include "tests/fuzz/target.h"

#include <cmath>

using namespace redraw;
using namespace redraw::fuzz;

namespace {

void judge(const Lesson& lesson, const LessonResult& result) {
    for (const std::string& claim : lesson.claims) holds(claim, result);
    const auto right = right_guess(lesson, result);
    promise(!right || *right < lesson.guesses.size(), "a guess that there is");
    promise(can_be_shown(fill(lesson.result, result)), "the result can be shown");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    LessonResult result;
    result["a"] = {.psnr = 30.5, .weights = 2241};
    result["b"] = {.psnr = INFINITY};
    attempt([&] { holds(text(data, size), result); });
    attempt([&] { fill(text(data, size), result); });
    Lesson lesson;
    if (!attempt([&] { lesson = lesson_from_json(text(data, size), "fuzzed"); })) return 0;
    promise(!lesson.runs.empty() && lesson.runs.size() <= kMostRivals + 1, "a race has its limits");
    for (const std::string* shown : {&lesson.title, &lesson.stake, &lesson.question, &lesson.why,
                                     &lesson.result, &lesson.try_it.text})
        promise(can_be_shown(*shown), "its texts can be shown");
    LessonResult unknown;
    for (const LessonRun& run : lesson.runs) {
        promise(run.config.schedule.epochs <= 20'000, "it ends");
        promise(parameter_count(run.config.network, 4) <= 1'000'000, "it fits");
        promise(config_from_json(to_json(run.config)) == run.config, "it can be a run's");
        result[run.name] = {.psnr = 20, .rises = 0.5};
        unknown[run.name] = {};
    }
    judge(lesson, result);
    judge(lesson, unknown);
    return 0;
}
