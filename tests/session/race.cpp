// A race of four: equal seconds for each, no bit changed, and who was first at the finish line.
#include "engine/run/run_values.h"

#include "engine/error.h"
#include "engine/run/folders.h"
#include "engine/session/status.h"
#include "tests/support/session_with_rival.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <limits>

using namespace redraw;
using namespace redraw_test;

namespace {

struct RaceOfFour : SessionWithRival {
    std::vector<Config> rivals{rival, rival, rival};

    RaceOfFour() {
        rivals[1].network.layers = {32, 32};  // slower steps
        rivals[1].schedule.epochs = 70;
        rivals[2].schedule.lr_max = 1e-2;
        rivals[2].schedule.epochs = 30;
    }
    void begin(std::optional<double> finish_line = {}) {
        loop.perform(command::Open{picture, config, folder / "before.redraw"});
        loop.perform(command::Race{rivals, finish_line});
    }
};

std::ptrdiff_t files_in(const std::filesystem::path& folder) {
    return std::ranges::count_if(std::filesystem::recursive_directory_iterator(folder),
                                 [](const auto& entry) { return entry.is_regular_file(); });
}

}  // namespace

TEST_CASE("four runs of a race end where each ends alone, to the bit") {
    RaceOfFour bench;
    bench.begin(12.0);
    for (int i = 0; i < 6; ++i) {
        for (int n = 0; n < 9; ++n) bench.loop.work();
        bench.loop.perform(command::SetRunning{false});
        bench.told();
        bench.loop.perform(command::SetRunning{true});
    }
    bench.rest();
    const Status s = bench.told();
    CHECK(s.phase == Phase::finished);
    CHECK(s.error.empty());
    REQUIRE(s.companions.size() == 3);
    CHECK(std::ranges::none_of(s.companions, [](const auto& run) { return run->goes_on; }));
    bench.loop.close();
    const auto saved = [](const std::filesystem::path& run) {
        return *RunFile::open(run, RunFile::Access::read_only).state();
    };
    check_same(saved(s.run_path), bench.alone("a.redraw", bench.config));
    for (std::size_t i = 0; i < 3; ++i)
        check_same(saved(s.companions[i]->path),
                   bench.alone(letter_of(i + 1) + ".redraw", bench.rivals[i]));
}

TEST_CASE("of four that race the one that has trained for the least time goes next") {
    RaceOfFour bench;
    bench.begin();
    for (int i = 0; i < 8; ++i) {
        for (int n = 0; n < 8; ++n) bench.loop.work();
        bench.loop.perform(command::SetRunning{false});
        const Status& s = bench.told();
        // Up to step 100 every burst is one step: the last but one metric is of a time when the run
        // was not yet ahead of any other that goes on.
        std::int64_t steps = s.step;
        double least = s.seconds;
        for (const auto& other : s.companions) {
            steps += other->step;
            if (other->goes_on) least = std::min(least, other->seconds);
        }
        CHECK(steps == 8 * (i + 1));  // a burst a round, never two
        if (s.metrics->size() > 1) CHECK((*s.metrics)[s.metrics->size() - 2].seconds <= least);
        bench.loop.perform(command::SetRunning{true});
    }
}

TEST_CASE("the first at the finish line is said once, with its time, and the race goes on") {
    RaceOfFour bench;
    bench.config.schedule.epochs = 1'000'000;
    for (Config& rival : bench.rivals) rival.schedule.epochs = 1'000'000;
    bench.begin(11.0);
    const auto says_won = [&] {
        return bench.status->notice.text.find(" won: 11") != std::string::npos;
    };
    bench.until(says_won);
    const std::string said = bench.status->notice.text;
    CHECK(bench.status->phase == Phase::training);
    const std::int64_t step = bench.status->step;
    bench.loop.perform(command::DismissMessage{});
    bench.until([&] { return bench.status->step > step + 100; });
    CHECK_FALSE(says_won());
    bench.loop.perform(command::SetRunning{false});
    const Status s = bench.told();
    const std::vector<Racer> racers = racers_of(s);
    const auto winner = winner_of(racers);
    REQUIRE(winner);
    CHECK(said.starts_with(letter_of(*winner) + " won: "));
    CHECK(said.find(race_time(*racers[*winner].finished)) != std::string::npos);
    CHECK(s.finished_at == reached_at(*s.measured, 11));
    for (const auto& other : s.companions)
        CHECK(other->finished_at == reached_at(*other->measured, 11));
    bench.loop.perform(command::LeaveCompanions{});
    CHECK_FALSE(bench.told().finish_line);
    CHECK_FALSE(bench.status->finished_at);
}

TEST_CASE("a rival of three is gone on with, and the others are there as they were") {
    RaceOfFour bench;
    for (Config& rival : bench.rivals) rival.schedule.epochs = 1'000'000;
    bench.begin();
    for (int i = 0; i < 60; ++i) bench.loop.work();
    bench.loop.perform(command::SetRunning{false});
    const Status race = bench.told();
    bench.loop.perform(command::Open{race.companions[1]->path, {}, {}});
    CHECK(bench.status->run_path == race.companions[1]->path);
    CHECK(bench.status->companions.empty());
    for (const auto& path : {race.run_path, race.companions[0]->path, race.companions[2]->path})
        CHECK(RunFile::open(path).state());  // nobody holds them
    CHECK(RunFile::open(race.companions[0]->path).state()->step == race.companions[0]->step);
}

TEST_CASE("a race that cannot begin leaves no file, and the run that is open") {
    RaceOfFour bench;
    bench.loop.perform(command::Open{bench.picture, bench.config, bench.folder / "before.redraw"});
    bench.loop.perform(command::SetRunning{false});
    const auto before = files_in(bench.folder.path());
    std::vector<Config> hostile = bench.rivals;
    hostile[2].network.layers = {0};
    CHECK_THROWS_AS(bench.loop.perform(command::Race{hostile}), Error);
    for (const double line : {0.0, -1.0, 1e9, std::numeric_limits<double>::quiet_NaN()})
        CHECK_THROWS_AS(bench.loop.perform(command::Race{bench.rivals, line}), Error);
    CHECK(files_in(bench.folder.path()) == before);
    CHECK(bench.told().run_path == bench.folder / "before.redraw");
    CHECK(bench.status->companions.empty());
}

TEST_CASE("the film of a race is made beside it, from runs that are being written") {
    RaceOfFour bench;
    bench.begin(12.0);
    bench.rest();
    FilmSpec spec{.path = bench.folder / "race.gif", .size = {48, 36}, .frames_per_second = 5};
    spec.seconds = 1;
    bench.ask(command::ExportFilm{spec, {}, true}, 0);
    bench.until([&] { return std::filesystem::exists(spec.path); });
    bench.rest();
    CHECK(bench.status->error.empty());
    CHECK(bench.status->notice.saved == spec.path);
    // What it draws with goes away with the race.
    spec.path = bench.folder / "late.gif";
    bench.ask(command::ExportFilm{spec, {}, true}, 1);
    CHECK(bench.status->error.empty());
    bench.ask(command::LeaveCompanions{}, 0);
    bench.rest();
    CHECK(bench.told().companions.empty());
    CHECK_FALSE(std::filesystem::exists(spec.path));
    bench.ask(command::ExportFilm{spec, {}, true}, 0);
    bench.rest();
    CHECK(bench.status->error.find("no race") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(spec.path));
}

TEST_CASE("a film of two runs that are compared; of another size there is none") {
    RaceOfFour bench;
    const Image image = load_picture(bench.picture).image;
    const auto same = bench.finished_run("same.redraw", bench.rival, image);
    Config small = bench.rival;
    small.data.train_size.longer_side = 12;
    const auto other = bench.finished_run("other.redraw", small, image);
    bench.loop.perform(command::Open{bench.picture, bench.config, bench.folder / "a.redraw"});
    bench.rest();
    FilmSpec spec{.path = bench.folder / "both.gif", .size = {48, 36}, .frames_per_second = 5};
    spec.seconds = 1;
    bench.loop.perform(command::CompareWith{same});
    bench.ask(command::ExportFilm{spec, {}, true}, 0);
    bench.rest();
    CHECK(bench.status->error.empty());
    CHECK(std::filesystem::exists(spec.path));
    bench.loop.perform(command::CompareWith{other});
    spec.path = bench.folder / "none.gif";
    CHECK_THROWS_AS(bench.loop.perform(command::ExportFilm{spec, {}, true}), Error);
    CHECK_FALSE(std::filesystem::exists(spec.path));
    // The compared run can be opened for writing afterwards, whoever had read it.
    bench.loop.perform(command::Open{same, {}, {}});
    CHECK(bench.status->view_only.empty());
}
