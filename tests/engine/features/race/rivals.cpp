// Tests a rival beside the run being trained: they take turns, and end and are saved together.
#include "engine/features/race/rival.h"

#include "engine/error.h"
#include "tests/support/session_with_rival.h"

using namespace redraw;
using namespace redraw_test;

TEST_CASE_FIXTURE(SessionWithRival, "pausing pauses both, and quiet mode rests both") {
    config.schedule.epochs = rival.schedule.epochs = 1'000'000;
    race();
    const auto both = [&] { return status->step + status->compared_runs[0]->step; };
    for (int i = 0; i < 30; ++i) loop.work();
    loop.perform(command::SetRunning{false});
    told();
    const std::int64_t paused = both(), its_step = status->compared_runs[0]->step;
    for (int i = 0; i < 5; ++i) loop.work();
    told();
    CHECK(both() == paused);
    // Pausing has saved the rival: its file holds the step that is shown.
    CHECK(reading(status->compared_runs[0]->path).state()->step == its_step);
    loop.perform(command::SetThrottle{1});
    loop.perform(command::SetRunning{true});
    while (loop.work() == 0) continue;
    const std::int64_t resting = both();
    loop.work();
    loop.perform(command::SetRunning{false});
    told();
    CHECK(both() <= resting + 4096);
    CHECK(both() > paused);
}

TEST_CASE("opening another picture ends a race that is saved") {
    SessionWithRival bench;
    bench.config.schedule.epochs = bench.rival.schedule.epochs = 1'000'000;
    bench.race();
    for (int i = 0; i < 40; ++i) bench.loop.work();
    bench.loop.perform(command::SetRunning{false});
    const Status race = bench.told();
    bench.loop.perform(command::SetRunning{true});
    for (int i = 0; i < 10; ++i) bench.loop.work();
    bench.loop.perform(command::Open{bench.picture, bench.config, bench.folder / "after.redraw"});
    CHECK(bench.status->compared_runs.empty());
    // Opening a picture has saved both runs with the steps since the pause, and unlocked their
    // files.
    const auto a = RunFile::open(race.run_path).state()->step;
    const auto b = RunFile::open(race.compared_runs[0]->path).state()->step;
    CHECK(a >= race.step);
    CHECK(b >= race.compared_runs[0]->step);
    CHECK(a + b > race.step + race.compared_runs[0]->step);
}

TEST_CASE_FIXTURE(SessionWithRival, "a rival that diverges stops, says so, and the run goes on") {
    rival.optimizer.kind = Optimizer::sgd;
    rival.optimizer.momentum = 0.9;
    rival.network.layers = {24, 24};
    rival.network.activation = Activation::tanh;
    rival.schedule = {.lr_max = 100, .epochs = 5000, .warmup_epochs = 0};
    race();
    rest();
    CHECK(status->error.find("Rival") != std::string::npos);
    CHECK(status->step == 90);
    CHECK(status->phase == Phase::finished);
}

TEST_CASE_FIXTURE(SessionWithRival, "a rival learns the pixels of the race") {
    config.data.train_size.longer_side = 16;
    rival.data.train_size.longer_side = 8;
    rival.data.channels = ChannelMode::alpha;
    loop.perform(command::Open{picture, config, folder / "main.redraw"});
    loop.perform(command::Race{{rival}});
    loop.perform(command::SetRunning{false});
    const Status& s = told();
    REQUIRE(s.compared_runs.size() == 1);
    CHECK(s.compared_runs[0]->drawing->on_host().width == 16);
    CHECK(s.compared_runs[0]->drawing->on_host().channels == s.target->channels);
}

TEST_CASE_FIXTURE(SessionWithRival, "a race leaves open what its settings left open") {
    open_paused();
    const Config asked = told().request, learned = status->config;
    loop.perform(command::Race{{rival}});
    CHECK(told().request.network == asked.network);
    CHECK(status->config.network == learned.network);
}
