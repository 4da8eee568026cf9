// Tests what a session shows while it trains: the slowed first second, the cache of drawings of
// keyframes, and the coarse first answer to a request.
#include "engine/session/preview.h"
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/session/session.h"
#include "tests/support/eventually.h"
#include "tests/support/training.h"

#include <algorithm>
#include <mutex>
#include <set>

using namespace redraw;
using namespace redraw_test;
using Clock = FirstSecond::Clock;

namespace {

Clock::time_point after(Clock::time_point begun, double seconds) {
    return begun +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

std::shared_ptr<const Surface> drawing(float value) {
    return std::make_shared<HostSurface>(make_image(1, 1, 1, value));
}

using Drawings = Recent<std::pair<std::int64_t, Grid>, std::shared_ptr<const Surface>>;

float value_of(const std::shared_ptr<const Surface>* kept) {
    return kept ? (*kept)->on_host().values[0] : 0;
}

const Grid kHere{-1, -1, 1, 1, 8, 8}, kThere{-1, -1, 0, 0, 8, 8};

Image ramp() {
    return painted(24, 18, 1, [](int x, int y, int) { return float(x * y % 7) / 7; });
}

struct Previewed {
    std::vector<std::shared_ptr<const Frame>> shown;
    Preview preview{[this](auto frame) { shown.push_back(frame); }};

    Previewed() { preview.reset(1); }
    std::shared_ptr<const Frame> look_at(Trainer& trainer, const ViewRequest& view) {
        preview.set_view(view);
        while (preview.update(trainer, false)) continue;
        return shown.back();
    }
};

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
            CHECK(steps - before >= last_gain - 1);  // rounding may cost one step
            last_gain = steps - before;
            before = steps;
        }
        REQUIRE(first.lasts(after(begun, 1.1)));
        CHECK_FALSE(first.lasts(after(begun, 1.2)));
        // The first second ends at full pace, and allows fewer steps than a second at full pace.
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
    write_image(picture, disc());
    Config config = small_config({16, 16}, 120);
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
    // At full speed this run ends before the first frame. A busy machine shows few frames.
    CHECK(shown.contains(0));
    CHECK(std::ranges::count_if(shown, [](std::int64_t step) { return step < 20; }) >= 2);
    Trainer alone(
        start_run(folder / "plain.redraw", load_picture(picture).image, "disc.png", config), {});
    while (alone.advance(13) > 0) continue;
    CHECK(RunFile::open(watched).state()->parameters == alone.parameters());
}

TEST_CASE("what was looked at longest ago goes first, and bytes are counted") {
    Drawings cache(300);
    cache.keep({1, kHere}, drawing(1), 100);
    cache.keep({2, kHere}, drawing(2), 100);
    cache.keep({3, kHere}, drawing(3), 100);
    CHECK(cache.size() == 300);
    CHECK(value_of(cache.find({1, kHere})) == 1);  // entry 2 is now the oldest
    cache.keep({4, kHere}, drawing(4), 100);
    CHECK_FALSE(cache.find({2, kHere}));
    CHECK(cache.find({1, kHere}));
    CHECK(cache.size() == 300);
    cache.keep({5, kHere}, drawing(5), 250);  // entry 5 pushes out all three others
    CHECK(cache.size() == 250);
    cache.keep({5, kHere}, drawing(7), 250);  // the same entry again replaces the first
    CHECK(cache.size() == 250);
    CHECK(value_of(cache.find({5, kHere})) == 7);
    CHECK(value_of(&cache.keep({6, kHere}, drawing(6), 301)) == 6);  // larger, but the newest
    CHECK(cache.size() == 301);
    cache.keep({7, kHere}, drawing(7), 1);
    CHECK_FALSE(cache.find({6, kHere}));
    CHECK(cache.size() == 1);
}

TEST_CASE("another region or size of the same moment is another drawing") {
    Drawings cache(10);
    cache.keep({1, kHere}, drawing(1));
    CHECK_FALSE(cache.find({1, kThere}));
    CHECK_FALSE(cache.find({1, resized(kHere, 16, 16)}));
    cache.keep({1, kThere}, drawing(2));
    CHECK(value_of(cache.find({1, kHere})) == 1);
    cache.keep({2, kHere}, drawing(3));
    cache.forget_if([](const auto& key) { return key.first == 1; });
    CHECK_FALSE(cache.find({1, kHere}));
    CHECK_FALSE(cache.find({1, kThere}));
    CHECK(value_of(cache.find({2, kHere})) == 3);
    CHECK(cache.size() == 1);
    cache.clear();
    CHECK_FALSE(cache.find({2, kHere}));
    CHECK(cache.size() == 0);
}

TEST_CASE("the first answer is as coarse as it must be and no coarser") {
    CHECK(first_coarseness(1e6, 0) == 1);     // no pixel is timed yet
    CHECK(first_coarseness(1e6, 1e-8) == 1);  // 10 ms at full resolution
    CHECK(first_coarseness(1e6, 5e-8) == 2);
    CHECK(first_coarseness(1e6, 2e-7) == 4);
    CHECK(first_coarseness(1e6, 1e-6) == 8);
    CHECK(first_coarseness(1e6, 1) == 8);        // 8 is the coarsest
    CHECK(first_coarseness(100 * 100, 1) == 1);  // few pixels are never coarse
    for (double seconds = 1e-9; seconds < 1e-5; seconds *= 1.3)
        CHECK(first_coarseness(2e6, seconds) <= first_coarseness(2e6, seconds * 1.3));
}

TEST_CASE_FIXTURE(RunInFolder, "scrubbing back and forth draws nothing twice") {
    Trainer trainer = begun_run(path, ramp(), small_config({8}, 40), 40);
    Previewed seen;
    const auto look_at = [&](std::optional<Grid> region, std::int64_t step) {
        return seen.look_at(trainer, {.region = region, .at_step = step});
    };
    const Grid zoomed{-0.5, -0.5, 0.5, 0.5, 32, 32};
    const auto first = look_at(zoomed, 10);
    const auto second = look_at(zoomed, 20);
    const auto again = look_at(zoomed, 10);
    CHECK(again->surface == first->surface);  // the cached drawing
    CHECK(again->serial > second->serial);
    CHECK(again->step == 10);
    CHECK_FALSE(first->surface->on_host() == second->surface->on_host());
    CHECK(look_at({}, 10)->surface != first->surface);  // not the region's drawing
    const auto thinned = look_at(zoomed, 11'111);
    CHECK(thinned->step == 10);  // no keyframe 11'111: the last frame stays
    seen.preview.reset(2);       // another run empties the cache
    CHECK(look_at(zoomed, 10)->surface != first->surface);
}

TEST_CASE_FIXTURE(RunInFolder, "between two keyframes the mix of both networks is drawn") {
    Trainer trainer = begun_run(path, ramp(), small_config({8}, 40), 40);
    Previewed seen;
    const Grid grid = trainer.dataset().grid;
    const auto drawn = [&](float share) {
        return seen.look_at(trainer, {.at_step = 10, .next_share = share})->surface->on_host();
    };
    const auto render = [&](const std::vector<float>& parameters) {
        return trainer.backend().render(grid, whole(grid), parameters)->on_host();
    };
    const auto at = [&](std::int64_t step) { return trainer.parameters_at(step).value(); };
    CHECK(drawn(0) == render(at(10)));
    CHECK(drawn(0.25f) == render(mixed(at(10), at(11), 0.25f)));
    CHECK(drawn(0) == render(at(10)));
    const auto last = seen.look_at(trainer, {.at_step = 39, .next_share = 0.5f});
    CHECK(last->step == 39);
    CHECK(last->past);
    CHECK(last->surface->on_host() == render(mixed(at(39), at(40), 0.5f)));
}

TEST_CASE_FIXTURE(RunInFolder, "a seek is answered at once, and then with all pixels") {
    const BackendOptions slow{.kind = BackendKind::cpu, .precision = Precision::fp32, .threads = 1};
    Trainer trainer(
        start_run(path, make_image(130, 130, 1, 0.5f), "a", small_config({384, 384}, 2)), slow);
    trainer.advance(1);
    Previewed seen;
    seen.look_at(trainer, {.at_step = 0});
    const auto& shown = seen.shown;
    REQUIRE(shown.size() >= 2);
    CHECK(shown.front()->grid.width <= 65);
    CHECK(shown.back()->grid == trainer.dataset().grid);
    for (const auto& frame : shown) {
        CHECK(frame->step == 0);
        CHECK(frame->full_picture);
    }
    CHECK(shown.back()->surface->on_host() == trainer.backend()
                                                  .render(trainer.dataset().grid,
                                                          whole(trainer.dataset().grid),
                                                          *trainer.parameters_at(0))
                                                  ->on_host());
}

TEST_CASE_FIXTURE(Previewed, "after a divergence the same step is drawn anew") {
    const TemporaryFolder folder;
    const auto begun = [&](const char* name, std::uint64_t seed, std::int64_t steps) {
        Config own = small_config({8}, 40);
        own.seed = seed;
        return begun_run(folder / name, ramp(), own, steps);
    };
    // Two runs stand in for one run before and after a rollback to step 20.
    Trainer undone = begun("a.redraw", 1, 40), again = begun("b.redraw", 2, 20);
    const auto draw = [&](Trainer& trainer, std::int64_t step) {
        return look_at(trainer, {.at_step = step})->surface;
    };
    const auto before = draw(undone, 30);
    draw(again, 10);
    advance_to(again, 40);
    const Grid grid = again.dataset().grid;
    CHECK_FALSE(draw(again, 30) == before);
    CHECK(draw(again, 30)->on_host() ==
          again.backend().render(grid, whole(grid), *again.parameters_at(30))->on_host());
}

TEST_CASE_FIXTURE(Previewed, "the target is interpolated to the grid that is drawn") {
    const TemporaryFolder folder;
    Trainer trainer = begun_run(folder / "a.redraw", ramp(), small_config({8}, 4));
    CHECK_FALSE(look_at(trainer, {})->bicubic);
    CHECK(*look_at(trainer, {.bicubic = true})->bicubic == trainer.dataset().target);
    const Grid zoomed{-0.5, -0.5, 0.5, 0.25, 64, 48};
    const auto frame = look_at(trainer, {.region = zoomed, .bicubic = true});
    REQUIRE(frame->bicubic);
    CHECK(frame->bicubic->width == frame->grid.width);
    CHECK(frame->bicubic->height == frame->grid.height);
    trainer.advance(1);
    preview.update(trainer, false);
    CHECK(shown.back()->serial > frame->serial);
    CHECK(shown.back()->bicubic == frame->bicubic);  // the target is interpolated once
    CHECK_FALSE(look_at(trainer, {.region = zoomed})->bicubic);
}
