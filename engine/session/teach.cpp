// The race of a lesson, whose runs are measured when they end.
#include "engine/error.h"
#include "engine/features/lesson/lesson_run.h"
#include "engine/features/race/rival.h"
#include "engine/session/session_loop.h"

namespace redraw {

void SessionLoop::on(const command::Teach& asked) {
    REDRAW_CHECK(!asked.runs.empty() && asked.runs.size() <= kMostRivals + 1, "runs of a lesson");
    if (asked.runs[0].crash_at > 0)
        throw Error("The first run of a lesson cannot crash; only the other runs can.");
    RacePlan plan;
    plan.may_diverge = true;
    for (const LessonRun& each : asked.runs) plan.runs.push_back({each.config, each.crash_at});
    begin_race(plan);
    TaughtRace& taught = report_.status.taught;
    taught.id = asked.id;
    taught.between = asked.between;
    for (const LessonRun& each : asked.runs) taught.runs.push_back({each.label});
}

// Measures the runs that have ended: the open run and its rivals. Called before anything else is
// rendered, so that the results equal those of `redraw lesson`.
void OpenRun::measure_taught() {
    auto& runs = report_.status.taught.runs;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (runs[i].measures || (i > 0 ? compared_.runs()[i - 1]->goes_on() : !ended())) continue;
        runs[i].measures.emplace();  // stays unknown if it cannot be measured
        Trainer* trainer = i > 0 ? compared_.runs()[i - 1]->trainer() : trainer_.get();
        if (!trainer) continue;
        report_.guarded([&] {
            runs[i].measures =
                trainer->on_any_device([&] { return measures_of(*trainer, *known_picture()); });
        });
        report_.at_once = true;
    }
}

}  // namespace redraw
