// Checks the kinds of errors that the session reports, and remedies that the window offers for
// them.
#include "engine/features/studies/view_request.h"
#include "engine/image/image_writer.h"
#include "tests/support/doctor_runs.h"
#include "tests/support/eventually.h"
#include "tests/support/faulty_disk.h"
#include "tests/support/threadless_session.h"

using namespace redraw;
using namespace redraw_test;

namespace {

struct SessionOnFaultyDisk : SessionInFolder {
    std::filesystem::path picture = folder / "disc.png", run = folder / "disc.redraw";
    Config config;

    SessionOnFaultyDisk() {
        faulty_disk::install();
        write_image(picture, make_image(20, 15, 1, 0.3f));
        config = small_config({8, 8}, 1'000'000);
    }
    void open(const std::filesystem::path& path, const std::filesystem::path& run_path = {}) {
        ThreadlessSession::open(path, config, run_path, 3);
    }
    void work(int rounds = 3) {
        for (int i = 0; i < rounds; ++i) loop.work();
    }
    // Opens the picture as a new run and trains it for some rounds.
    void train() {
        open(picture, run);
        work(10);
    }
    // Pauses while the disk is full, so that saving fails; afterwards the disk has room again.
    void pause_on_full_disk() {
        faulty_disk::failure = SQLITE_FULL;
        faulty_disk::countdown = 1;
        loop.handle(command::SetRunning{false});
        faulty_disk::countdown = 0;
        work();
        REQUIRE_FALSE(status->error.empty());
        REQUIRE(status->error_kind == Error::Kind::not_saved);
    }
};

// Returns the one run in the folder of runs; if `said`, checks that the session's error names it.
std::filesystem::path rescued(const SessionOnFaultyDisk& bench, bool said = true) {
    const auto runs = bench.folder / "redraw" / "runs";
    REQUIRE(std::distance(std::filesystem::directory_iterator(runs), {}) == 1);
    const std::filesystem::path run = std::filesystem::directory_iterator(runs)->path();
    if (said) CHECK(bench.status->error.ends_with(" is saved in " + run.string() + " instead."));
    faulty_disk::unreadable.clear();
    return run;
}

}  // namespace

TEST_CASE("a run that diverges says so, and trains again when it can") {
    SessionOnFaultyDisk bench;
    write_image(bench.picture, doctor_runs::ring());
    bench.config.network.layers = {24, 24};
    bench.config.network.activation = Activation::tanh;
    bench.config.schedule = {.lr_max = 100, .epochs = 1'000'000, .warmup_epochs = 0};
    bench.config.optimizer.kind = Optimizer::sgd;
    bench.config.optimizer.momentum = 0.9;
    bench.open(bench.picture, bench.run);
    REQUIRE(bench.work_until([&] { return !bench.status->error.empty(); }));
    CHECK(bench.status->error_kind == Error::Kind::diverged);
    CHECK(bench.status->phase == Phase::paused);
    Schedule schedule = bench.status->config.schedule;
    schedule.lr_max = 1e-4;
    bench.loop.handle(command::SetSchedule{schedule});
    bench.loop.handle(command::SetRunning{true});
    CHECK(bench.work_until([&] { return bench.status->error.empty() && bench.status->step > 0; }));
}

TEST_CASE("while a picture or a run is read its name is told, beside the run that is shown") {
    TemporaryFolder folder;
    setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
    const auto large = folder / "large.png", small = folder / "small.png",
               text = folder / "text.png";
    write_image(large, make_image(3000, 2000, 3, 0.5f));
    write_image(small, make_image(20, 15, 1, 0.3f));
    std::ofstream(text) << "a sentence about lions";
    Config config;
    config.network.layers = {8};
    config.data.train_size.longer_side = 30;
    std::vector<std::shared_ptr<const Status>> told;
    SessionLoop loop(
        {}, [](auto) {}, [&](auto status) { told.push_back(status); });
    const auto open = [&](const std::filesystem::path& path) {
        told.clear();
        loop.handle(command::Open{path, config, {}});
        loop.perform(command::SetRunning{false});
        while (loop.work() == 0) continue;
        REQUIRE(told.size() > 1);
        CHECK(told.front()->opening == path.filename());
        CHECK(told.back()->opening.empty());
        // Every later report either ends the opening or brings an early, small version of a large
        // picture.
        for (std::size_t i = 1; i < told.size(); ++i)
            CHECK(told[i]->opening.empty() == !told[i]->opening_picture);
    };
    told.clear();
    loop.handle(command::Open{text, config, {}});
    loop.work();
    REQUIRE(told.size() == 2);
    CHECK(told[0]->phase == Phase::opening);
    CHECK(told[0]->opening == "text.png");
    CHECK(told[1]->phase == Phase::empty);
    CHECK(told[1]->error_kind == Error::Kind::not_opened);

    open(large);
    CHECK(told.front()->phase == Phase::opening);
    CHECK(told.front()->error.empty());  // the error of the last file is gone
    CHECK(told[1]->opening_picture);
    CHECK(told[2]->picture_name == "large.png");
    const auto run = told.back()->run_path;

    open(small);
    CHECK(told.front()->phase == Phase::paused);
    CHECK(told.front()->picture_name == "large.png");
    CHECK_FALSE(told[1]->opening_picture);
    CHECK(told.back()->picture_name == "small.png");
    open(text);
    CHECK(told.back()->picture_name == "small.png");
    CHECK(told.back()->error_kind == Error::Kind::not_opened);
    open(run);
    CHECK(told.back()->picture_name == "large.png");
}

TEST_CASE_FIXTURE(SessionOnFaultyDisk, "what is no picture is named, and the run trains on") {
    for (const Command& command : std::initializer_list<Command>{
             command::LeaveComparison{}, command::CancelJob{}, ViewRequest{.at_step = 4},
             command::SetThrottle{50}, command::DismissMessage{}}) {
        CAPTURE(command.index());
        ask(command, 1);
        CHECK(status->error.empty());  // these commands need no run
    }
    for (const Command& command : std::initializer_list<Command>{
             command::SetRunning{true}, command::Restart{{}}, command::CoolDown{},
             command::ContinueFrom{3}, command::ExportPictures{{{}}, {}},
             command::LearnEnlargement{}}) {
        CAPTURE(command.index());
        ask(command::DismissMessage{}, 1);
        ask(command, 1);
        CHECK_FALSE(status->error.empty());
        CHECK(status->phase == Phase::empty);
    }
    open(picture, run);
    std::ofstream(folder / "note.png") << "a sentence about lions";
    std::ofstream(folder / "note.redraw") << "SQLite format 3, but not really";
    for (const char* name : {"note.png", "gone.png", "note.redraw"}) {
        const std::int64_t step = status->step;
        open(folder / name);
        CHECK(status->error_kind == Error::Kind::not_opened);
        CHECK(status->error.find(name) != std::string::npos);
        CHECK(status->picture_name == "disc.png");
        until([&] { return status->step > step; });
        ask(command::DismissMessage{}, 1);
        CHECK(status->error.empty());
    }
}

TEST_CASE(
    "when the run's disk is full or cannot be read, a copy elsewhere has all that was learned") {
    for (const bool full : {true, false}) {
        SessionOnFaultyDisk bench;
        bench.train();
        const auto copy = bench.folder / "elsewhere.redraw";
        if (full) {
            bench.pause_on_full_disk();
            REQUIRE(bench.status->step > reading(bench.run).state()->step);
            faulty_disk::countdown = 1;
        } else {
            faulty_disk::unreadable = bench.run;
            bench.loop.handle(command::SetRunning{false});
            bench.work(20);  // some rounds draw keyframes, which cannot be read
            CHECK(bench.status->error.ends_with("disc.redraw: input/output error"));
            CHECK(bench.status->error_kind == Error::Kind::not_saved);
        }
        const auto step = bench.status->step;
        bench.loop.handle(command::SaveCopy{copy});
        faulty_disk::countdown = 0;
        bench.work();
        if (full) CHECK(bench.status->error.empty());
        CHECK(bench.status->notice.text.starts_with("Saved elsewhere.redraw"));
        faulty_disk::unreadable.clear();
        CHECK(RunFile::open(copy).state()->step == step);
        if (full) CHECK(reading(bench.run).state()->step < step);
    }
}

TEST_CASE(
    "a run that can be neither written nor read is saved elsewhere, at the end or for another") {
    for (const bool ends : {true, false}) {
        SessionOnFaultyDisk bench;
        bench.config.data.train_size.longer_side = 10;  // so the file keeps the original, too
        bench.train();
        if (!ends) {
            bench.loop.handle(command::SetRunning{false});
            bench.work();
        }
        const Status before = *bench.status;
        faulty_disk::unreadable = bench.run;
        if (ends) {
            bench.loop.close();
            CHECK(bench.status->error_kind == Error::Kind::not_saved);
            CHECK(bench.status->error.find("disc.redraw: input/output error; everything") !=
                  std::string::npos);
        } else {
            const auto second = bench.folder / "second.png";
            write_image(second, make_image(20, 15, 1, 0.6f));
            bench.open(second, bench.folder / "second.redraw");
            CHECK(bench.status->picture_name == "second.png");
        }
        const RunFile copy = RunFile::open(rescued(bench));
        CHECK(copy.state()->step == (ends ? bench.status->step : before.step));
        CHECK(copy.source() == *before.picture);
    }
}

TEST_CASE("a run that another program writes over is said, and saved elsewhere in the end") {
    for (const bool emptied : {true, false}) {
        SessionOnFaultyDisk bench;
        bench.train();
        bench.loop.handle(command::SetRunning{false});
        const std::string path = "'" + bench.run.string() + "'";
        // Another process writes: closing the file in this one would release the session's own
        // lock.
        const std::string overwrite =
            emptied ? ": > " + path : "head -c 20000 /dev/zero | dd conv=notrunc of=" + path;
        REQUIRE(std::system(("{ " + overwrite + "; } 2> /dev/null").c_str()) == 0);
        bench.loop.handle(command::SetRunning{true});
        bench.work(10);
        bench.loop.handle(command::SetRunning{false});
        bench.work();
        CHECK(bench.status->error.starts_with("Cannot write disc.redraw: another program "));
        CHECK(bench.status->error_kind == Error::Kind::not_saved);
        bench.loop.close();
        CHECK(RunFile::open(rescued(bench)).state()->step == bench.status->step);
    }
}

TEST_CASE("a full disk is unsaid once there is room again, or the session ends well") {
    enum class Way { end, go_on, try_again, wait };
    for (const Way way : {Way::end, Way::go_on, Way::try_again, Way::wait}) {
        SessionOnFaultyDisk bench;
        bench.train();
        bench.pause_on_full_disk();
        if (way == Way::end) bench.loop.close();
        if (way == Way::go_on) bench.loop.handle(command::SetRunning{true});
        if (way == Way::try_again) bench.loop.handle(command::TryAgain{});
        CHECK(eventually([&] {
            if (way != Way::end) bench.loop.work();
            return bench.status->error.empty();
        }));
        if (way == Way::wait) CHECK(reading(bench.run).state()->step == bench.status->step);
        CHECK_FALSE(std::filesystem::exists(bench.folder / "redraw" / "runs"));
    }
}

TEST_CASE_FIXTURE(SessionOnFaultyDisk, "a picture that found no room on the disk is tried again") {
    faulty_disk::failure = SQLITE_FULL;
    faulty_disk::countdown = 1;
    open(picture, run);
    faulty_disk::countdown = 0;
    work();
    CHECK(status->error_kind == Error::Kind::not_created);
    CHECK(status->error.find("disc") != std::string::npos);
    REQUIRE_FALSE(status->target);
    loop.handle(command::TryAgain{});
    work();
    CHECK(status->error.empty());
    CHECK(status->picture_name == "disc.png");
}

TEST_CASE_FIXTURE(SessionOnFaultyDisk, "an export replaces no run, whatever it is called") {
    open(picture, run);
    loop.handle(command::SetRunning{false});
    const auto own = folder / "own.png", other = folder / "other.png";
    std::filesystem::create_symlink(run, own);
    std::filesystem::copy_file(run, other);
    for (const auto& [path, reason] :
         {std::pair{own, "it is the run itself."}, {other, "it is a Redraw run."}}) {
        const auto before = std::filesystem::last_write_time(path);
        for (const Command& verb : std::initializer_list<Command>{
                 command::ExportCurves{path}, command::ExportFilm{{.path = path, .size = {8, 6}}},
                 command::ExportPictures{{{.path = path, .size = {8, 6}, .encoding = {}}}, {}}}) {
            loop.perform(command::DismissMessage{});
            loop.handle(verb);
            work(20);
            CHECK(status->error.ends_with(reason));
            CHECK(std::filesystem::last_write_time(path) == before);
            CHECK(is_run_file(path));
        }
    }
}
