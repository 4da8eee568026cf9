// A second run beside the one being trained: it is shown, it takes turns, and it changes no bit.
#include "engine/studies/compared_run.h"

#include "engine/data/dataset.h"
#include "engine/error.h"
#include "engine/image/picture.h"
#include "engine/image/resample.h"
#include "tests/support/session_with_rival.h"

#include <doctest/doctest.h>

#include <fstream>
#include <limits>

using namespace redraw;
using namespace redraw_test;

TEST_CASE("both runs of a race end where each ends alone, to the bit, pauses and looks included") {
    SessionWithRival bench;
    bench.race();
    for (int i = 0; i < 20; ++i) {
        for (int n = 0; n < 5; ++n) bench.loop.work();
        bench.loop.perform(command::SetRunning{false});
        ViewRequest view;
        view.region = Grid{-0.5, -0.5, 0.1 * i, 0.2, 16, 12};
        bench.loop.perform(view);
        bench.told();
        bench.loop.perform(command::SetRunning{true});
    }
    bench.rest();
    const Status& s = bench.told();
    CHECK(s.phase == Phase::finished);
    CHECK(s.error.empty());
    REQUIRE(s.companions.size() == 1);
    CHECK(s.companions[0]->racing);
    CHECK(s.step == 90);
    CHECK(s.companions[0]->step == 60);
    CHECK(s.companions[0]->measured->back().step == 60);
    CHECK(s.companions[0]->measured->back().whole);
    const auto a = s.run_path, b = s.companions[0]->path;
    CHECK(a != b);
    CHECK(a != bench.folder / "before.redraw");
    bench.loop.perform(command::LeaveCompanions{});
    CHECK(bench.told().companions.empty());
    bench.loop.close();
    check_same(*RunFile::open(a, RunFile::Access::read_only).state(),
               bench.alone("a.redraw", bench.config));
    check_same(*RunFile::open(b, RunFile::Access::read_only).state(),
               bench.alone("b.redraw", bench.rival));
    CHECK(RunFile::open(b, RunFile::Access::read_only).source());
}

TEST_CASE("the one that has trained for less time goes next") {
    SessionWithRival bench;
    bench.rival.network.layers = {48, 48};  // slower steps
    bench.race();
    // Up to step 100 every burst is one step, so that the last but one metric is of a time when
    // the run was not yet ahead.
    for (int i = 0; i < 10; ++i) {
        for (int n = 0; n < 8; ++n) bench.loop.work();
        bench.loop.perform(command::SetRunning{false});
        const Status& s = bench.told();
        REQUIRE(s.companions.size() == 1);
        const Companion& other = *s.companions[0];
        CHECK(s.phase == Phase::paused);
        const auto& a = *s.metrics;
        if (s.seconds > other.seconds && a.size() > 1 && other.step < 60)
            CHECK(a[a.size() - 2].seconds <= other.seconds);
        CHECK(s.step + other.step == 8 * (i + 1));  // a burst a round, never two
        bench.loop.perform(command::SetRunning{true});
    }
}

TEST_CASE("pausing pauses both, quiet mode rests both, and steps come back") {
    SessionWithRival bench;
    bench.config.schedule.epochs = bench.rival.schedule.epochs = 1'000'000;
    bench.race();
    for (int i = 0; i < 30; ++i) bench.loop.work();
    bench.loop.perform(command::SetRunning{false});
    const auto paused = std::make_shared<Status>(bench.told());
    for (int i = 0; i < 5; ++i) bench.loop.work();
    CHECK(bench.told().step == paused->step);
    CHECK(bench.told().companions[0]->step == paused->companions[0]->step);
    // Everything is on disk while it waits.
    CHECK(RunFile::open(paused->companions[0]->path, RunFile::Access::read_only).state()->step ==
          paused->companions[0]->step);

    bench.loop.perform(command::SetThrottle{1});
    bench.loop.perform(command::SetRunning{true});
    while (bench.loop.work() == 0) continue;
    const auto resting = std::make_shared<Status>(*bench.status);
    bench.loop.work();
    bench.loop.perform(command::SetRunning{false});
    CHECK(bench.told().step + bench.status->companions[0]->step <=
          resting->step + resting->companions[0]->step + 4096);
    CHECK(bench.status->step + bench.status->companions[0]->step >
          paused->step + paused->companions[0]->step);
}

TEST_CASE("opening another picture ends the race with everything committed") {
    SessionWithRival bench;
    bench.config.schedule.epochs = bench.rival.schedule.epochs = 1'000'000;
    bench.race();
    for (int i = 0; i < 40; ++i) bench.loop.work();
    bench.loop.perform(command::SetRunning{false});
    const auto race = std::make_shared<Status>(bench.told());
    bench.loop.perform(command::SetRunning{true});
    for (int i = 0; i < 10; ++i) bench.loop.work();
    bench.loop.perform(command::Open{bench.picture, bench.config, bench.folder / "after.redraw"});
    CHECK(bench.status->companions.empty());
    // Also of the steps since; and nobody holds the files.
    const auto a = RunFile::open(race->run_path).state()->step;
    const auto b = RunFile::open(race->companions[0]->path).state()->step;
    CHECK(a >= race->step);
    CHECK(b >= race->companions[0]->step);
    CHECK(a + b > race->step + race->companions[0]->step);
}

TEST_CASE("the rival can be gone on with: it is opened, although it is being written") {
    SessionWithRival bench;
    bench.config.schedule.epochs = bench.rival.schedule.epochs = 1'000'000;
    bench.race();
    for (int i = 0; i < 40; ++i) bench.loop.work();
    bench.loop.perform(command::SetRunning{false});
    const auto rival = bench.told().companions[0]->path;
    bench.loop.perform(command::Open{rival, {}, {}});
    bench.loop.perform(command::SetRunning{true});
    bench.loop.work();
    CHECK(bench.status->run_path == rival);
    CHECK(bench.status->config.network.layers == bench.rival.network.layers);
    CHECK(bench.status->companions.empty());
}

TEST_CASE("a rival that diverges stops, says so, and the run goes on") {
    SessionWithRival bench;
    bench.rival.optimizer.kind = Optimizer::sgd;
    bench.rival.optimizer.momentum = 0.9;
    bench.rival.network.layers = {24, 24};
    bench.rival.network.activation = Activation::tanh;
    bench.rival.schedule = {.lr_max = 100, .epochs = 5000, .warmup_epochs = 0};
    bench.race();
    bench.rest();
    while (bench.loop.work() == 0) continue;
    CHECK(bench.status->error.find("rival") != std::string::npos);
    CHECK(bench.status->step == 90);
    CHECK(bench.status->phase == Phase::finished);
}

TEST_CASE("a finished run is compared with: drawn on this run's grid, with its channels") {
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
    CHECK_FALSE(s.companions[0]->racing);
    CHECK(s.companions[0]->name == "other.redraw");
    CHECK(s.companions[0]->step == 60);
    CHECK(s.companions[0]->measured->back().step == 60);
    CHECK(s.companions[0]->measured->back().whole);
    CHECK(s.companions[0]->psnr == s.companions[0]->measured->back().psnr);
    const Image& drawing = s.companions[0]->drawing->on_host();
    CHECK(drawing.width == 24);
    CHECK(drawing.height == 18);
    CHECK(drawing.channels == s.target->channels);

    bench.loop.perform(command::Restart{s.config});  // the same picture: still compared
    CHECK(bench.told().companions[0]->path == path);
    bench.loop.perform(command::Open{bench.picture, bench.config, bench.folder / "next.redraw"});
    CHECK(bench.status->companions.empty());
}

TEST_CASE("comparing while it trains changes no bit") {
    SessionWithRival bench;
    const auto path =
        bench.finished_run("other.redraw", bench.rival, load_picture(bench.picture).image);
    const auto watched = bench.folder / "watched.redraw";
    bench.loop.perform(command::Open{bench.picture, bench.config, watched});
    for (int i = 0; i < 10; ++i) bench.loop.work();
    bench.loop.perform(command::CompareWith{path});
    for (int i = 0; i < 10; ++i) bench.loop.work();
    bench.loop.perform(command::LeaveCompanions{});
    bench.rest();
    bench.loop.close();
    check_same(*RunFile::open(watched, RunFile::Access::read_only).state(),
               bench.alone("plain.redraw", bench.config));
}

TEST_CASE("what cannot be compared with is one sentence, and what was there stays") {
    SessionWithRival bench;
    const auto good =
        bench.finished_run("good.redraw", bench.rival, load_picture(bench.picture).image);
    const auto torn = bench.folder / "torn.redraw";
    std::filesystem::copy_file(good, torn);
    std::filesystem::resize_file(torn, std::filesystem::file_size(torn) / 2);
    CHECK_THROWS_AS(bench.loop.perform(command::CompareWith{good}), Error);  // with what?
    CHECK_THROWS_AS(bench.loop.perform(command::Race{{bench.rival}}), Error);
    bench.loop.perform(command::LeaveCompanions{});
    bench.loop.perform(command::Open{bench.picture, bench.config, bench.folder / "main.redraw"});
    bench.loop.perform(command::CompareWith{good});
    for (const auto& bad :
         {torn, bench.folder / "main.redraw", bench.folder / "gone.redraw", bench.picture}) {
        CAPTURE(bad);
        CHECK_THROWS_AS(bench.loop.perform(command::CompareWith{bad}), Error);
    }
    Config hostile = bench.rival;
    hostile.network.layers = {0};
    CHECK_THROWS_AS(bench.loop.perform(command::Race{{hostile}}), Error);
    bench.loop.perform(command::SetRunning{false});
    CHECK(bench.told().companions[0]->path == good);
    CHECK(bench.status->run_path == bench.folder / "main.redraw");
}

TEST_CASE("a rival learns the pixels of the race, whatever its own settings say") {
    SessionWithRival bench;
    bench.config.data.train_size.longer_side = 16;
    bench.rival.data.train_size.longer_side = 8;
    bench.rival.data.channels = ChannelMode::alpha;
    bench.loop.perform(command::Open{bench.picture, bench.config, bench.folder / "main.redraw"});
    bench.loop.perform(command::Race{{bench.rival}});
    bench.loop.perform(command::SetRunning{false});
    const Status& s = bench.told();
    REQUIRE(s.companions.size() == 1);
    CHECK(s.companions[0]->drawing->on_host().width == 16);
    CHECK(s.companions[0]->drawing->on_host().channels == s.target->channels);
}

TEST_CASE("a run of another picture is not compared with, one of the same at another size is") {
    SessionWithRival bench;
    bench.open_paused();
    const auto made = [&](const char* name, const Image& image) {
        return bench.finished_run(name, bench.rival, image);
    };
    const Image same = load_picture(bench.picture).image;
    Image inverted = same;
    for (float& value : inverted.values) value = 1 - value;
    for (const auto& other :
         {made("flat.redraw", make_image(24, 18, 1, 0.2f)), made("inverted.redraw", inverted),
          made("wide.redraw", make_image(48, 20, 1, 1.0f))})
        CHECK_THROWS_AS(bench.loop.perform(command::CompareWith{other}), Error);
    CHECK(bench.told().companions.empty());
    for (const auto& alike : {made("large.redraw", resample_area(same, 72, 54)),
                              made("small.redraw", resample_area(same, 12, 9))}) {
        bench.loop.perform(command::CompareWith{alike});
        CHECK(bench.told().companions.size() == 1);
    }
}

TEST_CASE("a race leaves open what its settings left open") {
    SessionWithRival bench;
    bench.open_paused();
    const Config asked = bench.told().request, learned = bench.status->config;
    bench.loop.perform(command::Race{{bench.rival}});
    CHECK(bench.told().request.network == asked.network);
    CHECK(bench.status->config.network == learned.network);
}
