#include "engine/session/session.h"
#include "engine/features/studies/keyframe_thumbnails.h"
#include "engine/features/studies/view_request.h"
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/session/session_loop.h"
#include "tests/support/eventually.h"
#include "tests/support/threadless_session.h"
#include "tests/support/training.h"

#include <mutex>

using namespace redraw;
using namespace redraw_test;

namespace {

// A small picture file and a configuration to learn it; sessions put their runs in the same folder.
struct LearnedDisc {
    TemporaryFolder folder;
    std::filesystem::path picture = folder / "disc.png";
    Config config;

    LearnedDisc() {
        setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
        write_image(picture, disc());
        config = small_config({16, 16}, 120);
    }
};

bool in_phase(const Session& session, Phase phase) {
    return eventually([&] { return session.status()->phase == phase; });
}

}  // namespace

TEST_CASE_FIXTURE(LearnedDisc, "watched, paused, slowed: it ends where the command line ends") {
    const auto watched = folder / "watched.redraw";
    {
        Session session({}, [] {});
        CHECK(session.status()->phase == Phase::empty);
        session.ask(
            command::SetThrottle{25});  // before any run is open: it applies to the runs to come
        session.ask(command::Open{picture, config, watched});
        CHECK(eventually([&] { return session.frame() != nullptr; }));
        CHECK(session.status()->training_percent == 25);
        for (int i = 0; i < 20; ++i) {
            session.ask(ViewRequest{.region = Grid{-0.5, -0.5, 0.1 * i, 0.2, 64, 48}});
            session.ask(command::SetRunning{i % 3 != 0});
            session.ask(command::SetThrottle{i % 2 ? 100 : 1 + i});
            std::this_thread::sleep_for(std::chrono::milliseconds(3));
        }
        session.ask(command::SetThrottle{50});
        session.ask(command::SetRunning{true});
        REQUIRE(in_phase(session, Phase::finished));
        CHECK(eventually([&] { return session.status()->training_percent == 50; }));
        const auto status = session.status();
        CHECK(status->step == 120);
        CHECK(status->picture_name == "disc.png");
        CHECK(status->metrics->size() == 120);
        CHECK(status->error.empty());
        CHECK(eventually([&] { return session.status()->result<Thumbnails>()->size() >= 8; }));
    }
    const Trainer alone =
        begun_run(folder / "plain.redraw", load_picture(picture).image, config, 120);
    CHECK(RunFile::open(watched).state()->parameters == alone.parameters());
}

TEST_CASE_FIXTURE(LearnedDisc, "an opening is told of before the run is there") {
    std::mutex mutex;
    std::vector<std::string> opening;
    std::vector<Phase> phases;
    Session* told = nullptr;
    Session session({}, [&] {
        const std::lock_guard lock(mutex);
        if (!told) return;
        phases.push_back(told->status()->phase);
        opening.push_back(told->status()->opening);
    });
    {
        const std::lock_guard lock(mutex);
        told = &session;
    }
    session.ask(command::Open{picture, config});
    REQUIRE(in_phase(session, Phase::finished));
    const std::lock_guard lock(mutex);
    CHECK(phases.front() == Phase::opening);
    CHECK(opening.front() == "disc.png");
    CHECK(std::count(phases.begin(), phases.end(), Phase::opening) == 1);
    CHECK(std::count(opening.begin(), opening.end(), "") == std::ptrdiff_t(opening.size()) - 1);
}

TEST_CASE_FIXTURE(LearnedDisc, "restart and continue-from-here leave the old run as it was") {
    Session session({}, [] {});
    session.ask(command::Open{picture, config});
    REQUIRE(in_phase(session, Phase::finished));
    const auto first = session.status()->run_path;
    session.ask(command::ContinueFrom{50});
    REQUIRE(eventually([&] { return session.status()->run_path != first; }));
    REQUIRE(in_phase(session, Phase::finished));
    CHECK(session.status()->keyframes->front().step == 0);
    session.ask(command::Open{session.status()->run_path});  // opening the open run has no effect
    const auto branch = session.status()->run_path;
    config.network.layers = {8};
    session.ask(command::Restart{config});
    REQUIRE(eventually([&] { return session.status()->config.network.layers.size() == 1; }));
    CHECK(reading(first).state()->step == 120);
    CHECK(reading(branch).state()->step == 120);
}

TEST_CASE_FIXTURE(LearnedDisc, "exports run beside training, and a cancelled one leaves nothing") {
    config.schedule.epochs = 1'000'000;
    Session session({}, [] {});
    session.ask(command::Open{picture, config});
    REQUIRE(in_phase(session, Phase::training));
    const auto small = folder / "small.png", huge = folder / "huge.png";
    session.ask(command::ExportPictures{{{small, ImageFormat::png, {80, 60}, {}}}, {}});
    REQUIRE(eventually([&] { return std::filesystem::exists(small); }));
    CHECK(load_picture(small).image.width == 80);
    CHECK(eventually([&] { return session.status()->notice.text == "Saved small.png."; }));
    CHECK(session.status()->notice.saved == small);
    session.ask(command::ExportPictures{{{huge, ImageFormat::png, {16000, 12000}, {}}}, {}});
    REQUIRE(
        eventually([&] { return session.status()->job && session.status()->job->progress > 0; }));
    const auto next = folder / "next.png";
    session.ask(command::ExportPictures{{{next, ImageFormat::png, {40, 30}, {}}}, {}});
    session.ask(command::CancelJob{});
    REQUIRE(eventually([&] { return !session.status()->job; }));
    CHECK_FALSE(std::filesystem::exists(huge));
    CHECK(std::filesystem::exists(next));
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        CHECK(entry.path().filename().string().find("huge") == std::string::npos);
}

TEST_CASE_FIXTURE(LearnedDisc, "another run begins once exports are written, or cancelled") {
    ThreadlessSession session;
    config.schedule.epochs = 1'000'000;
    session.open(picture, config);
    for (const bool cancelled : {false, true}) {
        const auto run = session.status->run_serial;
        const auto file = folder / (cancelled ? "cancelled.png" : "whole.png");
        session.ask(command::ExportPictures{{{file, ImageFormat::png, {2000, 1500}, {}}}, {}}, 0);
        session.ask(command::Restart{config}, 1);
        REQUIRE(session.status->job);
        CHECK(session.status->job->holds_up);
        CHECK(session.status->run_serial == run);
        CHECK_FALSE(std::filesystem::exists(file));
        if (cancelled) session.ask(command::CancelJob{}, 0);
        session.until([&] { return session.status->run_serial > run; });
        CHECK(std::filesystem::exists(file) != cancelled);
        CHECK(session.status->error.empty());
    }
}

TEST_CASE_FIXTURE(LearnedDisc, "the schedule changes live; what ends is on disk") {
    config.schedule.epochs = 1'000'000;
    std::filesystem::path path;
    std::int64_t step = 0;
    {
        Session session({}, [] {});
        session.ask(command::Open{picture, config});
        REQUIRE(in_phase(session, Phase::training));
        Schedule schedule = session.status()->config.schedule;
        schedule.lr_max = 5e-4;
        session.ask(command::SetSchedule{schedule});
        REQUIRE(eventually([&] { return session.status()->config.schedule.lr_max == 5e-4; }));
        path = session.status()->run_path;
        step = session.status()->step;
    }
    const RunFile run = RunFile::open(path);
    CHECK(run.state()->step >= step);
    CHECK(run.config().schedule.lr_max == 5e-4);
    CHECK(run.source().has_value());
}

TEST_CASE_FIXTURE(LearnedDisc, "quiet mode rests between bursts, and still answers") {
    config.network.layers = {96, 96, 96};
    config.schedule.epochs = 1'000'000;
    std::shared_ptr<const Status> status;
    std::shared_ptr<const Frame> frame;
    SessionLoop loop(
        {}, [&](auto shown) { frame = shown; }, [&](auto told) { status = told; });
    loop.perform(command::Open{picture, config, folder / "rests.redraw"});
    for (int i = 0; i < 20; ++i) CHECK(loop.work() == 0);  // full speed never rests
    loop.perform(command::SetThrottle{1});
    double idle = 0;
    while (idle == 0) idle = loop.work();
    CHECK(idle < 1e6);  // the rest is finite: training goes on by itself
    CHECK(status->training_percent == 1);
    const auto step = status->step;
    const auto serial = frame->serial;
    loop.perform(ViewRequest{.region = Grid{-0.5, -0.5, 0.1, 0.1, 20, 15}});
    loop.work();  // within the rest, which lasts 99 times as long as the burst
    CHECK(frame->serial > serial);
    CHECK(status->step == step);
    loop.perform(command::SetThrottle{100});
    CHECK(loop.work() == 0);
    loop.perform(command::SetRunning{false});
    while (loop.work() == 0) continue;
    CHECK(loop.work() == SessionLoop::kForever);
    CHECK(status->phase == Phase::paused);
    CHECK(status->step > step);
}

TEST_CASE_FIXTURE(SessionInFolder, "a number that was chosen is kept at another size") {
    Config config = small_config({16, 16}, 120);
    config.data.train_size.longer_side = 20;
    write_image(folder / "disc.png", disc(3, 0.2f));
    open(folder / "disc.png", config, folder / "run.redraw");
    CHECK(status->config.network.first_omega == 30);
    Config smoother = config;  // as the Smoothness setting does; learns a larger size, too
    smoother.network.encoding = Encoding::grid;
    smoother.network.grid.finest = 20;
    smoother.data.train_size.longer_side = 40;
    loop.perform(command::Restart{smoother});
    until([&] { return status->target->width == 40; });
    CHECK(status->config.network.grid.finest == 20);
}
