// The first second of a run that is watched: slower, and not one bit different.
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/session/preview.h"
#include "engine/session/session.h"
#include "engine/training/trainer.h"
#include "tests/support/eventually.h"
#include "tests/support/examples.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <mutex>
#include <set>

using namespace redraw;
using Clock = FirstSecond::Clock;

namespace {

Clock::time_point after(Clock::time_point begun, double seconds) {
    return begun +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

TEST_CASE("before it has begun the first second holds nothing back") {
    const FirstSecond never;
    CHECK_FALSE(never.lasts());
}

TEST_CASE("the first second begins with what is untrained, goes ever faster and ends at the pace") {
    const Clock::time_point begun = Clock::now();
    FirstSecond first;
    first.begin(begun);
    for (const double pace : {10.5, 30.0, 400.0, 20000.0}) {
        CAPTURE(pace);
        CHECK(first.steps(1 / pace, begun) == 0);
        CHECK(first.steps(1 / pace, after(begun, 0.1)) == 0);
        std::int64_t before = 0, last_gain = 0;
        for (double t = 0.12; t < 1.12; t += 0.1) {
            const std::int64_t steps = first.steps(1 / pace, after(begun, t));
            CHECK(steps - before >= last_gain - 1);  // but for whole numbers
            last_gain = steps - before;
            before = steps;
        }
        REQUIRE(first.lasts(after(begun, 1.1)));
        CHECK_FALSE(first.lasts(after(begun, 1.2)));
        // The slope at its end, over the last hundredth of it, and what it has cost.
        const auto all = double(first.steps(1e-9 + 1 / pace, after(begun, 1.12)));
        const auto early = double(first.steps(1e-9 + 1 / pace, after(begun, 1.11)));
        CHECK(std::abs((all - early) / 0.01 - pace) <= 0.06 * pace + 101);
        CHECK(all < pace);
    }
}

TEST_CASE("a step that takes long is not held back, and an unknown pace is a slow one") {
    const Clock::time_point begun = Clock::now();
    FirstSecond first;
    first.begin(begun);
    CHECK(first.steps(0.2, after(begun, 0.13)) > 1'000'000);
    CHECK(first.steps(0, after(begun, 0.12)) == 0);
    CHECK(first.steps(0, after(begun, 0.6)) >= 1);
    CHECK(first.steps(0, after(begun, 1.12)) < 30);
}

TEST_CASE("a watched run shows its birth and ends where an unwatched one does") {
    TemporaryFolder folder;
    setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
    const auto picture = folder / "disc.png", watched = folder / "watched.redraw";
    write_image(picture, redraw_test::disc());
    Config config = redraw_test::small_config({16, 16}, 120);
    std::set<std::int64_t> shown;
    {
        std::mutex mutex;
        Session* told = nullptr;
        Session session({}, [&] {
            const std::lock_guard lock(mutex);
            if (!told) return;
            if (const auto frame = told->frame()) shown.insert(frame->step);
        });
        {
            const std::lock_guard lock(mutex);
            told = &session;
        }
        session.ask(
            command::Open{.path = picture, .config = config, .run_path = watched, .watched = true});
        REQUIRE(eventually([&] { return session.status()->phase == Phase::finished; }));
        session.end();
    }
    // Unwatched, this is over before the first frame.
    CHECK(shown.contains(0));
    CHECK(std::ranges::count_if(shown, [](std::int64_t step) { return step < 20; }) >= 4);
    Trainer alone(
        start_run(folder / "plain.redraw", load_picture(picture).image, "disc.png", config), {});
    while (alone.advance(13) > 0) continue;
    CHECK(RunFile::open(watched).state()->parameters == alone.parameters());
}
