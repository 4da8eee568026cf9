// Tests a race of four runs: equal training time for each, no bit changed, and a notice of the
// first to reach the finish line.
#include "engine/run/race.h"

#include "engine/error.h"
#include "engine/session/status.h"
#include "tests/support/session_with_rival.h"

#include <algorithm>
#include <limits>

using namespace redraw;
using namespace redraw_test;

namespace {

struct RaceOfFour : SessionWithRival {
    std::vector<Config> rivals{rival, rival, rival};

    RaceOfFour() {
        rivals[1].network.layers = {32, 32};  // a larger network with slower steps
        rivals[1].schedule.epochs = 70;
        rivals[2].schedule.lr_max = 1e-2;
        rivals[2].schedule.epochs = 30;
    }
    void begin(std::optional<double> finish_line = {}) {
        loop.perform(command::Open{picture, config, folder / "before.redraw"});
        loop.perform(command::Race{rivals, finish_line});
    }
    redraw::FilmSpec film_spec(const char* name) const {
        return {.path = folder / name, .size = {48, 36}, .frames_per_second = 5, .seconds = 1};
    }
    void film(const char* name) {
        ask(command::ExportFilm{film_spec(name), {}, true}, 0);
        rest();
    }
};

std::ptrdiff_t files_in(const std::filesystem::path& folder) {
    return std::ranges::count_if(std::filesystem::recursive_directory_iterator(folder),
                                 [](const auto& entry) { return entry.is_regular_file(); });
}

}  // namespace

TEST_CASE("four runs end where each ends alone, pauses and looks included") {
    RaceOfFour bench;
    bench.begin(12.0);
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
    const Status s = bench.told();
    CHECK(s.phase == Phase::finished);
    CHECK(s.error.empty());
    CHECK(s.step == 90);
    REQUIRE(s.compared_runs.size() == 3);
    bench.loop.perform(command::LeaveComparison{});
    CHECK(bench.told().compared_runs.empty());
    bench.loop.close();
    CHECK(s.run_path != bench.folder / "before.redraw");
    check_same(*reading(s.run_path).state(), bench.alone("a.redraw", bench.config));
    for (std::size_t i = 0; i < 3; ++i) {
        const ComparedState& rival = *s.compared_runs[i];
        CHECK(rival.racing);
        CHECK_FALSE(rival.goes_on);
        CHECK(rival.step == bench.rivals[i].schedule.epochs);
        CHECK(rival.measured->back().step == rival.step);
        CHECK(rival.measured->back().whole);
        CHECK(reading(rival.path).source());
        check_same(*reading(rival.path).state(),
                   bench.alone(letter_of(i + 1) + ".redraw", bench.rivals[i]));
    }
}

TEST_CASE_FIXTURE(RaceOfFour, "of four the one that has trained for the least time is next") {
    begin();
    for (int i = 0; i < 8; ++i) {
        for (int n = 0; n < 8; ++n) loop.work();
        loop.perform(command::SetRunning{false});
        const Status& s = told();
        // Bursts are single steps up to step 100, so the last metric but one has the training time
        // before the run's last burst. At that time, no run still going had trained for less.
        std::int64_t steps = s.step;
        double least = s.seconds;
        for (const auto& other : s.compared_runs) {
            steps += other->step;
            if (other->goes_on) least = std::min(least, other->seconds);
        }
        CHECK(steps == 8 * (i + 1));  // every call of work() trains one burst
        if (s.metrics->size() > 1) CHECK((*s.metrics)[s.metrics->size() - 2].seconds <= least);
        loop.perform(command::SetRunning{true});
    }
}

TEST_CASE("the first at the finish line is said once, with its time") {
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
    for (const auto& other : s.compared_runs)
        CHECK(other->finished_at == reached_at(*other->measured, 11));
    bench.loop.perform(command::LeaveComparison{});
    CHECK_FALSE(bench.told().finish_line);
    CHECK_FALSE(bench.status->finished_at);
}

TEST_CASE("a rival of three is gone on with, the others saved") {
    RaceOfFour bench;
    for (Config& rival : bench.rivals) rival.schedule.epochs = 1'000'000;
    bench.begin();
    for (int i = 0; i < 60; ++i) bench.loop.work();
    bench.loop.perform(command::SetRunning{false});
    const Status race = bench.told();
    bench.loop.perform(command::Open{race.compared_runs[1]->path, {}, {}});
    CHECK(bench.status->run_path == race.compared_runs[1]->path);
    CHECK(bench.status->config.network.layers == bench.rivals[1].network.layers);
    CHECK(bench.status->compared_runs.empty());
    for (const auto& path :
         {race.run_path, race.compared_runs[0]->path, race.compared_runs[2]->path})
        CHECK(RunFile::open(path).state());  // the race has left no lock
    CHECK(RunFile::open(race.compared_runs[0]->path).state()->step == race.compared_runs[0]->step);
}

TEST_CASE_FIXTURE(RaceOfFour, "a race that cannot begin leaves no file, and the run that is open") {
    loop.perform(command::Open{picture, config, folder / "before.redraw"});
    loop.perform(command::SetRunning{false});
    const auto before = files_in(folder.path());
    std::vector<Config> hostile = rivals;
    hostile[2].network.layers = {0};
    CHECK_THROWS_AS(loop.perform(command::Race{hostile}), Error);
    for (const double line : {0.0, -1.0, 1e9, std::numeric_limits<double>::quiet_NaN()})
        CHECK_THROWS_AS(loop.perform(command::Race{rivals, line}), Error);
    CHECK(files_in(folder.path()) == before);
    CHECK(told().run_path == folder / "before.redraw");
    CHECK(status->compared_runs.empty());
}

TEST_CASE_FIXTURE(RaceOfFour, "the film of a race is made beside it") {
    begin(12.0);
    rest();
    film("race.gif");
    CHECK(status->error.empty());
    CHECK(status->notice.saved == folder / "race.gif");
    // The race ends once the film under way is written, which draws with the rivals' networks.
    FilmSpec late = film_spec("late.gif");
    late.seconds = 20;
    ask(command::ExportFilm{late, {}, true}, 1);
    CHECK(status->error.empty());
    ask(command::LeaveComparison{}, 1);
    REQUIRE(status->job);
    CHECK(status->job->holds_up);
    CHECK_FALSE(status->compared_runs.empty());
    rest();
    CHECK(told().compared_runs.empty());
    CHECK(std::filesystem::exists(folder / "late.gif"));
    film("none.gif");
    CHECK(status->error.find("no race") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(folder / "none.gif"));
}

TEST_CASE_FIXTURE(RaceOfFour, "a film of two runs that are compared, of one size") {
    const auto [same, other] = runs_of_two_sizes();
    loop.perform(command::Open{picture, config, folder / "a.redraw"});
    rest();
    loop.perform(command::CompareWith{same});
    film("both.gif");
    CHECK(status->error.empty());
    CHECK(std::filesystem::exists(folder / "both.gif"));
    loop.perform(command::CompareWith{other});
    film("none.gif");
    CHECK_FALSE(status->error.empty());
    CHECK_FALSE(std::filesystem::exists(folder / "none.gif"));
    // Comparing and filming have left no lock on the compared run: it opens for writing.
    loop.perform(command::Open{same, {}, {}});
    CHECK(status->view_only.empty());
}
