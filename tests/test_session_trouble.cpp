// What kind of trouble the session tells of, and that each has the way out the window offers.
#include "engine/image/image_writer.h"
#include "engine/training/session_loop.h"
#include "tests/doctor_runs.h"
#include "tests/faulty_disk.h"
#include "tests/temporary_folder.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <utility>

using namespace redraw;

namespace {

struct Bench {
    TemporaryFolder folder;
    std::filesystem::path picture = folder / "disc.png", run = folder / "disc.redraw";
    Config config;
    std::shared_ptr<const Status> status;
    SessionLoop loop{{}, [](auto) {}, [this](auto told) { status = told; }};

    Bench() {
        faulty_disk::install();
        setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
        write_image(picture, make_image(20, 15, 1, 0.3f));
        config.network.layers = {8, 8};
        config.schedule.epochs = 1'000'000;
    }
    void open(const std::filesystem::path& path, const std::filesystem::path& run_path = {}) {
        loop.guarded([&] { loop.open(path, config, run_path); });
        work();
    }
    void work(int rounds = 3) {
        for (int i = 0; i < rounds; ++i) loop.work();
    }
    // A session that trains tells of itself now and then only.
    template <class Condition>
    bool work_until(Condition condition) {
        for (int i = 0; i < 100'000; ++i) {
            if (condition()) return true;
            loop.work();
        }
        return false;
    }
};

}  // namespace

TEST_CASE("a run that diverges at ever lower rates says so, and trains again at one that works") {
    Bench bench;
    write_image(bench.picture, doctor_runs::ring());
    bench.config.network.layers = {24, 24};
    bench.config.network.activation = Activation::tanh;
    bench.config.schedule = {.lr_max = 100, .epochs = 1'000'000, .warmup_epochs = 0};
    bench.config.optimizer.kind = Optimizer::sgd;
    bench.config.optimizer.momentum = 0.9;
    bench.open(bench.picture, bench.run);
    REQUIRE(bench.work_until([&] { return !bench.status->error.empty(); }));
    CHECK(bench.status->trouble == Trouble::diverged);
    CHECK(bench.status->phase == Phase::paused);

    Schedule schedule = bench.status->config.schedule;
    schedule.lr_max = 1e-4;
    bench.loop.guarded([&] { bench.loop.set_schedule(schedule); });
    bench.loop.guarded([&] { bench.loop.set_running(true); });
    CHECK(bench.work_until([&] { return bench.status->error.empty() && bench.status->step > 0; }));
}

TEST_CASE("what is no picture is named, and the run at hand stays") {
    Bench bench;
    bench.open(bench.picture, bench.run);
    bench.loop.set_running(false);
    std::ofstream(bench.folder / "note.png") << "a sentence about lions";
    bench.open(bench.folder / "note.png");
    CHECK(bench.status->trouble == Trouble::not_opened);
    CHECK(bench.status->picture_name == "disc.png");
    bench.open(bench.folder / "gone.png");
    CHECK(bench.status->trouble == Trouble::not_opened);
    std::ofstream(bench.folder / "note.redraw") << "SQLite format 3, but not really";
    bench.open(bench.folder / "note.redraw");
    CHECK(bench.status->trouble == Trouble::not_opened);
}

TEST_CASE("when the run's disk is full, a copy elsewhere has all that was learned") {
    Bench bench;
    bench.open(bench.picture, bench.run);
    bench.work(10);
    faulty_disk::failure = SQLITE_FULL;
    faulty_disk::countdown = 1;
    bench.loop.guarded([&] { bench.loop.set_running(false); });
    bench.work();
    REQUIRE_FALSE(bench.status->error.empty());
    CHECK(bench.status->trouble == Trouble::not_saved);
    const auto step = bench.status->step;
    REQUIRE(step > RunFile::open(bench.run, RunFile::Access::read_only).state()->step);

    faulty_disk::countdown = 1;
    const auto copy = bench.folder / "elsewhere.redraw";
    bench.loop.guarded([&] { bench.loop.save_copy(copy); });
    faulty_disk::countdown = 0;
    bench.work();
    CHECK(bench.status->error.empty());
    CHECK(RunFile::open(copy).state()->step == step);
    CHECK(RunFile::open(bench.run, RunFile::Access::read_only).state()->step < step);
}

TEST_CASE("a full disk is unsaid once there is room again") {
    Bench bench;
    bench.open(bench.picture, bench.run);
    bench.work(5);
    faulty_disk::failure = SQLITE_FULL;
    faulty_disk::countdown = 1;
    bench.loop.guarded([&] { bench.loop.set_running(false); });
    faulty_disk::countdown = 0;
    bench.work();
    REQUIRE(bench.status->trouble == Trouble::not_saved);
    bench.loop.guarded([&] { bench.loop.set_running(true); });
    CHECK(bench.work_until([&] { return bench.status->error.empty(); }));
}

TEST_CASE("an export of the session replaces no run, whatever it is called") {
    Bench bench;
    bench.open(bench.picture, bench.run);
    bench.loop.guarded([&] { bench.loop.set_running(false); });
    const auto own = bench.folder / "own.png", other = bench.folder / "other.png";
    std::filesystem::create_symlink(bench.run, own);
    std::filesystem::copy_file(bench.run, other);
    for (const auto& [path, reason] :
         {std::pair{own, "it is the run itself."}, {other, "it is a Redraw run."}}) {
        const auto before = std::filesystem::last_write_time(path);
        for (const auto& verb : std::initializer_list<std::function<void()>>{
                 [&] { bench.loop.export_curves(path); },
                 [&] {
                     bench.loop.export_film({.path = path, .size = {8, 6}});
                 },
                 [&] {
                     bench.loop.export_pictures({{.path = path, .size = {8, 6}, .encoding = {}}},
                                                {});
                 }}) {
            bench.loop.dismiss_message();
            bench.loop.guarded(verb);
            bench.work(20);
            CHECK(bench.status->error.ends_with(reason));
            CHECK(std::filesystem::last_write_time(path) == before);
            CHECK(is_run_file(path));
        }
    }
}
