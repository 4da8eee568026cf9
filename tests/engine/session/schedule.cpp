// Tests dragging the schedule while the session trains: the newest value counts, nothing is saved
// before the handle is released, and a whole drag is one event of the run.
#include "engine/image/image_writer.h"
#include "engine/session/session.h"
#include "tests/support/eventually.h"
#include "tests/support/examples.h"
#include "tests/support/threadless_session.h"

#include <condition_variable>
#include <mutex>

using namespace redraw;
using namespace redraw_test;

namespace {

struct EndlessRun {
    TemporaryFolder folder;
    std::filesystem::path picture = folder / "grey.png", run = folder / "grey.redraw";
    Config config;

    EndlessRun() {
        setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
        setenv("REDRAW_COMMIT_SECONDS", "1e9", 1);  // switches autosave off
        write_image(picture, make_image(20, 15, 1, 0.3f));
        config = small_config({8, 8}, 100'000'000);
    }
    Schedule schedule(double lr_max) const {
        Schedule schedule = config.schedule;
        schedule.lr_max = lr_max;
        return schedule;
    }
};

// Returns how many transactions have changed the file; SQLite counts them in bytes 24 to 27.
unsigned commits(const std::filesystem::path& run) {
    std::ifstream file(run, std::ios::binary);
    file.seekg(24);
    unsigned count = 0;
    for (int i = 0; i < 4; ++i) count = count << 8 | unsigned(file.get());
    return count;
}

int changes(const RunFile& run) {
    int count = 0;
    for (const Event& event : run.events()) count += event.kind == EventKind::schedule_changed;
    return count;
}

}  // namespace

TEST_CASE("a drag while it trains is one change, where it began") {
    EndlessRun bench;
    ThreadlessSession session;
    SessionLoop& loop = session.loop;
    const std::shared_ptr<const Status>& status = session.status;
    loop.perform(command::Open{bench.picture, bench.config, bench.run});
    for (int i = 0; i < 3; ++i) loop.work();
    const unsigned before = commits(bench.run);
    for (int frame = 0; frame < 60; ++frame) {
        loop.perform(command::SetSchedule{bench.schedule(1e-3 + 1e-5 * frame), false});
        loop.work();
    }
    CHECK(commits(bench.run) == before);
    loop.perform(command::SetSchedule{bench.schedule(1e-3 + 1e-5 * 59)});
    CHECK(commits(bench.run) == before + 1);
    loop.work();
    const RunFile run = reading(bench.run);
    CHECK(run.config().schedule.lr_max == 1e-3 + 1e-5 * 59);
    CHECK(changes(run) == 1);
    CHECK(run.state()->step > 60);
    loop.perform(command::SetSchedule{bench.schedule(1e-3)});  // as typed or by Ctrl+Z: one change
    CHECK(commits(bench.run) == before + 2);
    CHECK(changes(reading(bench.run)) == 2);
    loop.close();
    CHECK(status->schedule_revision == 0);  // all changes came from SetSchedule
    loop.perform(command::CoolDown{});
    loop.close();
    CHECK(status->schedule_revision == 1);
}

TEST_CASE("moving how far to learn leaves the epochs to the picture's size; typing them does not") {
    EndlessRun bench;
    bench.config.by_size = kAllBySize;
    ThreadlessSession session;
    SessionLoop& loop = session.loop;
    loop.perform(command::Open{bench.picture, bench.config, bench.run});
    loop.work();
    Schedule schedule = bench.config.schedule;
    schedule.epochs = 77;
    loop.perform(command::SetSchedule{schedule, true, kLikeness});
    CHECK_FALSE(reading(bench.run).request().by_size.epochs);
    CHECK(reading(bench.run).request().by_size.finish == kLikeness);
    schedule.epochs = 99;
    loop.perform(command::SetSchedule{schedule, false, 40});
    schedule.epochs = 101;
    loop.perform(command::SetSchedule{schedule, true, kPerfect});
    const RunFile run = reading(bench.run);
    CHECK(run.config().schedule.epochs == 101);
    CHECK(run.request().by_size.epochs);
    CHECK(run.request().by_size.finish == kPerfect);
}

TEST_CASE("a target pauses the training where the drawing reaches it, once") {
    EndlessRun bench;
    std::int64_t step = 0;
    {
        ThreadlessSession session;
        session.ask(command::Open{bench.picture, bench.config, bench.run});
        session.ask(command::SetTarget{201});
        CHECK(session.status->error_kind == Error::Kind::other);
        CHECK_FALSE(session.status->target_psnr);
        session.ask(command::SetTarget{20}, 0);
        CHECK(reading(bench.run).goal().psnr == 20);
        session.until([&] { return session.status->phase == Phase::paused; });
        CHECK(session.status->target_psnr == 20);
        CHECK(session.status->psnr >= 20);
        CHECK_FALSE(session.status->notice.text.empty());
        const std::int64_t paused = session.status->step;
        session.ask(command::SetRunning{true});
        CHECK(session.status->phase == Phase::training);
        session.ask(command::SetRunning{false});
        step = session.status->step;
        CHECK(step > paused);
    }
    ThreadlessSession again;  // opened again beyond its target, it goes on as well
    again.ask(command::Open{bench.run});
    REQUIRE(again.status->step == step);
    again.ask(command::SetRunning{true});
    again.until([&] { return again.status->step > step + 20; });
    CHECK(again.status->phase == Phase::training);
    again.ask(command::SetTarget{}, 0);
    CHECK_FALSE(reading(bench.run).goal().psnr);
}

TEST_CASE("a run that is left in a drag keeps what was learned with it") {
    EndlessRun bench;
    ThreadlessSession session;
    SessionLoop& loop = session.loop;
    loop.perform(command::Open{bench.picture, bench.config, bench.run});
    loop.work();
    loop.perform(command::SetSchedule{bench.schedule(3e-3), false});
    loop.work();
    loop.perform(command::Open{bench.picture, bench.config, bench.folder / "other.redraw"});
    loop.close();
    const RunFile run = reading(bench.run);
    CHECK(run.config().schedule.lr_max == 3e-3);
    CHECK(changes(run) == 1);
    const RunFile other = reading(bench.folder / "other.redraw");
    CHECK(other.config().schedule == bench.config.schedule);
    CHECK(changes(other) == 0);
}

TEST_CASE("of changes under way the newest is taken in its turn") {
    EndlessRun bench;
    // Blocks the session's thread in its callback, so that the commands below wait in its queue.
    std::mutex mutex;
    std::condition_variable_any turned;
    bool held = false, reached = false;
    Session session({}, [&] {
        std::unique_lock lock(mutex);
        reached = held;
        turned.notify_all();
        turned.wait(lock, [&] { return !held; });
    });
    session.ask(command::Open{bench.picture, bench.config, bench.run});
    REQUIRE(eventually([&] { return session.status()->step > 0; }));
    {
        std::unique_lock lock(mutex);
        held = true;
        turned.wait(lock, [&] { return reached; });
    }
    session.ask(command::SetSchedule{bench.schedule(-1), false});  // invalid, but replaced below
    session.ask(command::SetSchedule{bench.schedule(1e-3), false});
    session.ask(command::SetSchedule{bench.schedule(2e-3)});
    session.ask(command::SetSchedule{bench.schedule(3e-3), false});
    const auto other = bench.folder / "other.redraw";
    session.ask(command::Open{bench.picture, bench.config, other});
    session.ask(command::SetSchedule{bench.schedule(-2), false});
    session.ask(command::SetSchedule{bench.schedule(4e-3), false});
    {
        const std::lock_guard lock(mutex);
        held = false;
        turned.notify_all();
    }
    REQUIRE(eventually([&] { return session.status()->config.schedule.lr_max == 4e-3; }));
    CHECK(session.status()->run_path == other);
    CHECK(session.status()->error.empty());
    session.end();
    const RunFile run = reading(bench.run);
    CHECK(run.config().schedule.lr_max == 3e-3);
    CHECK(changes(run) == 1);  // both changes came before the next step: one event
    CHECK(changes(reading(other)) == 1);
}

TEST_CASE(
    "a run in a time ends by itself, and what follows the time is no change that somebody made") {
    SessionInFolder w;
    write_image(w.folder / "grey.png", make_image(20, 15, 1, 0.3f));
    Config config;
    config.network.layers = {8, 8};
    config.schedule = {.lr_max = 1e-3, .epochs = 40, .seconds = 2, .warmup_epochs = 0};
    w.open(w.folder / "grey.png", config, w.folder / "grey.redraw", 3);
    w.until([&] { return w.status->phase == Phase::finished; });
    const Schedule ended = w.status->config.schedule;
    CHECK(ended.seconds == 2);
    CHECK(ended.epochs != 40);
    CHECK(double(w.status->last.learning_rate) < 0.05 * ended.lr_max);
    CHECK(w.status->schedule_revision == 0);
    CHECK(w.status->events->size() == 1);

    // More time lengthens the run, whose planned epochs follow the measured speed.
    Schedule longer = ended;
    longer.seconds = 1e6;
    w.ask(command::SetSchedule{longer}, 1);
    w.until([&] { return w.status->config.schedule.epochs > ended.epochs; });
    w.ask(command::SetRunning{true}, 1);
    w.until([&] { return w.status->phase == Phase::training; });
    const double planned = w.status->config.schedule.epochs;
    w.until([&] { return w.status->config.schedule.epochs != planned; });
    CHECK(w.status->phase == Phase::training);
    CHECK(w.status->seconds_left > 1e5);
}
