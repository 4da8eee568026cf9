// Tests lessons in a session: a race whose runs end and are scored as `redraw lesson` does it.
#include "engine/error.h"
#include "engine/features/lesson/lesson_run.h"
#include "tests/support/session_with_rival.h"

#include <algorithm>
#include <bit>

using namespace redraw;
using namespace redraw_test;

namespace {

struct Taught : SessionWithRival {
    std::vector<LessonRun> runs{{"a", "One", config}, {"b", "Two", rival}, {"c", "Three", rival}};
    Taught() { runs[2].crash_at = 0.6; }
    void begin() {
        if (!status->target) open_paused();
        loop.perform(command::Teach{runs, 7});
    }
    RunMeasures alone(const LessonRun& run) {
        const auto image = std::make_shared<const Image>(load_picture(folder / "disc.png").image);
        const TemporaryFolder own;
        const auto trainer =
            train_lesson_run(run, image, own.path(), {}, [](const Trainer&) { return true; });
        return measures_of(*trainer, *image);
    }
    // Makes a run diverge beyond what rollbacks can cure.
    void heat(LessonRun& run) {
        run.config.optimizer.kind = Optimizer::sgd;
        run.config.network.activation = Activation::relu;
        run.config.network.layers = {64, 64, 64};
        run.config.schedule.lr_max = run.config.schedule.lr_min = 100;
    }
    void check_measures() {
        REQUIRE(told().taught.runs.size() == runs.size());
        for (std::size_t i = 0; i < runs.size(); ++i) {
            CAPTURE(i);
            CHECK(status->taught.runs[i].label == runs[i].label);
            REQUIRE(status->taught.runs[i].measures);
            RunMeasures now = *status->taught.runs[i].measures, then = alone(runs[i]);
            now.seconds = then.seconds = 0;
            for (const MeasureName& each : kMeasures) {
                CAPTURE(each.name);
                CHECK(std::bit_cast<std::uint64_t>(now.*each.value) ==
                      std::bit_cast<std::uint64_t>(then.*each.value));
            }
        }
    }
};

}  // namespace

TEST_CASE_FIXTURE(Taught, "the runs of a lesson end with the numbers of redraw lesson") {
    begin();
    CHECK(told().taught.id == 7);
    rest();
    CHECK(told().error.empty());
    CHECK(status->phase == Phase::finished);
    check_measures();
    CHECK(status->taught.runs[1].measures->fingerprint ==
          status->taught.runs[2].measures->fingerprint);
    // The run with the simulated crash was reopened from a state saved before the crash (step 36).
    const auto events = reading(status->compared_runs[1]->path).events();
    const auto resumed = std::ranges::find(events, EventKind::resumed, &Event::kind);
    REQUIRE(resumed != events.end());
    CHECK(resumed->step >= 18);
    CHECK(resumed->step < 36);
    loop.perform(command::LeaveComparison{});
    CHECK(told().taught.id == 0);
    CHECK(status->taught.runs.empty());
}

TEST_CASE_FIXTURE(Taught, "a run that ends before its first step or alone is measured, too") {
    runs[0].config.schedule.epochs = 0;
    begin();
    rest();
    CHECK(told().compared_runs[0]->step == 60);
    check_measures();
    for (const double epochs : {0.0, 30.0}) {
        runs.resize(1);
        runs[0].config.schedule.epochs = epochs;
        loop.perform(command::Teach{runs, 8});
        rest();
        CHECK(told().compared_runs.empty());
        check_measures();
    }
}

TEST_CASE_FIXTURE(Taught, "a run that diverges ends at its last good step, and the others go on") {
    for (const std::size_t hot : {0, 1}) {
        CAPTURE(hot);
        const std::vector<LessonRun> calm = runs;
        heat(runs[hot]);
        begin();
        rest();
        CHECK(told().error.empty());
        check_measures();
        CHECK(status->taught.runs[hot].measures->halvings > 0);
        CHECK(status->taught.runs[hot].measures->steps < 60);
        runs = calm;
    }
}

TEST_CASE_FIXTURE(Taught, "a lesson of one run is left, too, and then the run's trouble is told") {
    runs.resize(1);
    heat(runs[0]);
    begin();
    rest();
    CHECK(status->error.empty());
    CHECK(status->taught.id == 7);
    loop.perform(command::LeaveComparison{});
    CHECK(told().taught.id == 0);
    CHECK(status->taught.runs.empty());
    loop.perform(command::SetRunning{true});
    rest();
    CHECK_FALSE(status->error.empty());
    CHECK(status->phase == Phase::paused);
}

TEST_CASE_FIXTURE(Taught, "a race is filmed once no run of it will be opened again") {
    const command::ExportFilm film{
        {.path = folder / "race.gif", .size = {48, 36}, .frames_per_second = 5, .seconds = 1},
        {},
        true};
    begin();
    CHECK_THROWS_AS(loop.perform(film), Error);
    rest();
    loop.perform(film);
    rest();
    CHECK(std::filesystem::exists(folder / "race.gif"));
    check_measures();
}

TEST_CASE_FIXTURE(Taught, "a lesson ends with its run, and a race is none") {
    begin();
    for (int i = 0; i < 5; ++i) loop.work();
    loop.perform(command::Restart{config});
    CHECK(told().taught.id == 0);
    loop.perform(command::Race{{rival}});
    rest();
    CHECK(told().taught.id == 0);
    CHECK(status->taught.runs.empty());
}

TEST_CASE_FIXTURE(Taught, "a lesson that cannot begin leaves the run that is open") {
    open_paused();
    runs[0].crash_at = 0.5;
    CHECK_THROWS_AS(loop.perform(command::Teach{runs, 7}), Error);
    runs[0].crash_at = 0;
    runs[1].config.network.layers = {0};
    CHECK_THROWS_AS(loop.perform(command::Teach{runs, 7}), Error);
    CHECK(told().run_path == folder / "main.redraw");
    CHECK(status->taught.id == 0);
}
