// Tests a second run beside the one being trained, as a rival that takes turns or a finished run
// to compare with: the session shows it, and it changes no bit of the trained run.
#include "engine/features/race/compared_run.h"

#include "engine/data/dataset.h"
#include "engine/error.h"
#include "engine/image/resample.h"
#include "tests/support/session_with_rival.h"

#include <limits>

using namespace redraw;
using namespace redraw_test;

TEST_CASE_FIXTURE(SessionWithRival, "pausing pauses both, and quiet mode rests both") {
    config.schedule.epochs = rival.schedule.epochs = 1'000'000;
    race();
    const auto both = [&] { return status->step + status->companions[0]->step; };
    for (int i = 0; i < 30; ++i) loop.work();
    loop.perform(command::SetRunning{false});
    told();
    const std::int64_t paused = both(), its_step = status->companions[0]->step;
    for (int i = 0; i < 5; ++i) loop.work();
    told();
    CHECK(both() == paused);
    // Pausing has saved the rival: its file holds the step that is shown.
    CHECK(reading(status->companions[0]->path).state()->step == its_step);
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
    CHECK(bench.status->companions.empty());
    // Opening a picture has saved both runs with the steps since the pause, and unlocked their
    // files.
    const auto a = RunFile::open(race.run_path).state()->step;
    const auto b = RunFile::open(race.companions[0]->path).state()->step;
    CHECK(a >= race.step);
    CHECK(b >= race.companions[0]->step);
    CHECK(a + b > race.step + race.companions[0]->step);
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

TEST_CASE("a finished run is compared with, on this run's grid") {
    SessionWithRival bench;
    bench.open_paused();
    Config other = bench.rival;
    other.data.channels = ChannelMode::color;
    const Image colours = in_channels(load_picture(bench.picture).image, 3);
    const auto path = bench.finished_run("other.redraw", other, resample_area(colours, 48, 36));
    bench.loop.perform(command::CompareWith{path});
    const Status& s = bench.told();
    CHECK(s.error.empty());
    REQUIRE(s.companions.size() == 1);
    const Companion& compared = *s.companions[0];
    CHECK_FALSE(compared.racing);
    CHECK(compared.name == "other.redraw");
    CHECK(compared.step == 60);
    CHECK(compared.measured->back().step == 60);
    CHECK(compared.measured->back().whole);
    CHECK(compared.psnr == compared.measured->back().psnr);
    const Image& drawing = compared.drawing->on_host();
    CHECK(PixelSize{drawing.width, drawing.height} == PixelSize{24, 18});
    CHECK(drawing.channels == s.target->channels);
    bench.loop.perform(command::Restart{s.config});  // a restart keeps the comparison
    CHECK(bench.told().companions[0]->path == path);
    bench.loop.perform(command::Open{bench.picture, bench.config, bench.folder / "next.redraw"});
    CHECK(bench.status->companions.empty());
}

TEST_CASE_FIXTURE(SessionWithRival, "what cannot be compared with leaves what was there") {
    const auto good = finished_run("good.redraw", rival, load_picture(picture).image);
    const auto torn = folder / "torn.redraw";
    std::filesystem::copy_file(good, torn);
    std::filesystem::resize_file(torn, std::filesystem::file_size(torn) / 2);
    CHECK_THROWS_AS(loop.perform(command::CompareWith{good}), Error);  // no run is open
    CHECK_THROWS_AS(loop.perform(command::Race{{rival}}), Error);
    loop.perform(command::LeaveCompanions{});
    loop.perform(command::Open{picture, config, folder / "main.redraw"});
    loop.perform(command::CompareWith{good});
    for (const auto& bad : {torn, folder / "main.redraw", folder / "gone.redraw", picture}) {
        CAPTURE(bad);
        CHECK_THROWS_AS(loop.perform(command::CompareWith{bad}), Error);
    }
    Config hostile = rival;
    hostile.network.layers = {0};
    CHECK_THROWS_AS(loop.perform(command::Race{{hostile}}), Error);
    loop.perform(command::SetRunning{false});
    CHECK(told().companions[0]->path == good);
    CHECK(status->run_path == folder / "main.redraw");
}

TEST_CASE_FIXTURE(SessionWithRival, "a rival learns the pixels of the race") {
    config.data.train_size.longer_side = 16;
    rival.data.train_size.longer_side = 8;
    rival.data.channels = ChannelMode::alpha;
    loop.perform(command::Open{picture, config, folder / "main.redraw"});
    loop.perform(command::Race{{rival}});
    loop.perform(command::SetRunning{false});
    const Status& s = told();
    REQUIRE(s.companions.size() == 1);
    CHECK(s.companions[0]->drawing->on_host().width == 16);
    CHECK(s.companions[0]->drawing->on_host().channels == s.target->channels);
}

TEST_CASE_FIXTURE(SessionWithRival, "a run of another picture is not compared with") {
    open_paused();
    const auto made = [&](const char* name, const Image& image) {
        return finished_run(name, rival, image);
    };
    const Image same = load_picture(picture).image;
    Image inverted = same;
    for (float& value : inverted.values) value = 1 - value;
    for (const auto& other :
         {made("flat.redraw", make_image(24, 18, 1, 0.2f)), made("inverted.redraw", inverted),
          made("wide.redraw", make_image(48, 20, 1, 1.0f))})
        CHECK_THROWS_AS(loop.perform(command::CompareWith{other}), Error);
    CHECK(told().companions.empty());
    for (const auto& alike : {made("large.redraw", resample_area(same, 72, 54)),
                              made("small.redraw", resample_area(same, 12, 9))}) {
        loop.perform(command::CompareWith{alike});
        CHECK(told().companions.size() == 1);
    }
}

TEST_CASE_FIXTURE(SessionWithRival, "a race leaves open what its settings left open") {
    open_paused();
    const Config asked = told().request, learned = status->config;
    loop.perform(command::Race{{rival}});
    CHECK(told().request.network == asked.network);
    CHECK(status->config.network == learned.network);
}
