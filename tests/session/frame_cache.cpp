#include "engine/session/preview.h"
#include "tests/support/examples.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

using namespace redraw;

namespace {

std::shared_ptr<const Surface> drawing(float value) {
    return std::make_shared<HostSurface>(make_image(1, 1, 1, value));
}

const Grid kHere{-1, -1, 1, 1, 8, 8}, kThere{-1, -1, 0, 0, 8, 8};

Image ramp() {
    Image image = make_image(24, 18, 1);
    for (int y = 0; y < 18; ++y)
        for (int x = 0; x < 24; ++x) image.row(y)[x] = float(x * y % 7) / 7;
    return image;
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

TEST_CASE("what was looked at longest ago goes first, and bytes are counted") {
    FrameCache cache(300);
    cache.put(1, kHere, drawing(1), 100);
    cache.put(2, kHere, drawing(2), 100);
    cache.put(3, kHere, drawing(3), 100);
    CHECK(cache.bytes() == 300);
    CHECK(cache.find(1, kHere)->on_host().values[0] == 1);  // now 2 is the oldest
    cache.put(4, kHere, drawing(4), 100);
    CHECK_FALSE(cache.find(2, kHere));
    CHECK(cache.find(1, kHere));
    CHECK(cache.bytes() == 300);
    cache.put(5, kHere, drawing(5), 250);  // two must go for it
    CHECK(cache.bytes() == 250);
    cache.put(6, kHere, drawing(6), 301);  // does not fit at all
    CHECK_FALSE(cache.find(6, kHere));
    CHECK(cache.find(5, kHere));
    cache.put(5, kHere, drawing(7), 250);  // again: replaced, not twice
    CHECK(cache.bytes() == 250);
    CHECK(cache.find(5, kHere)->on_host().values[0] == 7);
    cache.put(5, kHere, nullptr, 1);
    CHECK(cache.find(5, kHere));
}

TEST_CASE("another region or size of the same moment is another drawing") {
    FrameCache cache;
    cache.put(1, kHere, drawing(1), 1);
    CHECK_FALSE(cache.find(1, kThere));
    CHECK_FALSE(cache.find(1, resized(kHere, 16, 16)));
    cache.put(1, kThere, drawing(2), 1);
    CHECK(cache.find(1, kHere)->on_host().values[0] == 1);
    cache.forget(1);
    CHECK_FALSE(cache.find(1, kHere));
    CHECK_FALSE(cache.find(1, kThere));
    CHECK(cache.bytes() == 0);
}

TEST_CASE("a past that was taken back is forgotten") {
    FrameCache cache;
    for (const std::int64_t step : {10, 20, 30}) cache.put(step, kHere, drawing(0), 5);
    cache.forget_after(20);
    CHECK(cache.find(10, kHere));
    CHECK(cache.find(20, kHere));
    CHECK_FALSE(cache.find(30, kHere));
    CHECK(cache.bytes() == 10);
    cache.clear();
    CHECK(cache.bytes() == 0);
}

TEST_CASE("the first answer is as coarse as it must be and no coarser") {
    CHECK(first_coarseness(1e6, 0) == 1);     // nothing is known yet
    CHECK(first_coarseness(1e6, 1e-8) == 1);  // 10 ms
    CHECK(first_coarseness(1e6, 5e-8) == 2);
    CHECK(first_coarseness(1e6, 2e-7) == 4);
    CHECK(first_coarseness(1e6, 1e-6) == 8);
    CHECK(first_coarseness(1e6, 1) == 8);        // never coarser
    CHECK(first_coarseness(100 * 100, 1) == 1);  // so few are always drawn
    for (double seconds = 1e-9; seconds < 1e-5; seconds *= 1.3)
        CHECK(first_coarseness(2e6, seconds) <= first_coarseness(2e6, seconds * 1.3));
}

TEST_CASE("scrubbing back and forth shows the same drawing without drawing it again") {
    const TemporaryFolder folder;
    Trainer trainer(
        start_run(folder / "a.redraw", ramp(), "ramp", redraw_test::small_config({8}, 40)), {});
    while (trainer.advance(40) > 0) continue;
    Previewed seen;
    const auto look_at = [&](std::optional<Grid> region, std::int64_t step) {
        return seen.look_at(trainer, {.region = region, .at_step = step});
    };
    const Grid zoomed{-0.5, -0.5, 0.5, 0.5, 32, 32};
    const auto first = look_at(zoomed, 10);
    const auto second = look_at(zoomed, 20);
    const auto again = look_at(zoomed, 10);
    CHECK(again->surface == first->surface);  // the very same
    CHECK(again->serial > second->serial);
    CHECK(again->step == 10);
    CHECK_FALSE(first->surface->on_host() == second->surface->on_host());
    CHECK(look_at({}, 10)->surface != first->surface);  // of another region
    const auto thinned = look_at(zoomed, 11'111);
    CHECK(thinned->step == 10);  // the last frame stays
    seen.preview.reset(2);       // another run
    CHECK(look_at(zoomed, 10)->surface != first->surface);
}

TEST_CASE("a seek is answered at once with fewer pixels, and then with all of them") {
    const TemporaryFolder folder;
    const BackendOptions slow{.kind = BackendKind::cpu, .precision = Precision::fp32, .threads = 1};
    Trainer trainer(start_run(folder / "a.redraw", make_image(130, 130, 1, 0.5f), "a",
                              redraw_test::small_config({384, 384}, 2)),
                    slow);
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

TEST_CASE("after a divergence the same step is another past, and is drawn anew") {
    const TemporaryFolder folder;
    const auto begun = [&](const char* name, std::uint64_t seed, std::int64_t steps) {
        Config own = redraw_test::small_config({8}, 40);
        own.seed = seed;
        Trainer trainer(start_run(folder / name, ramp(), "ramp", own), {});
        while (trainer.step() < steps) trainer.advance(steps - trainer.step());
        return trainer;
    };
    // What was learned up to step 20 and what is learned from there instead, as two runs.
    Trainer undone = begun("a.redraw", 1, 40), again = begun("b.redraw", 2, 20);
    Previewed seen;
    const auto draw = [&](Trainer& trainer, std::int64_t step) {
        return seen.look_at(trainer, {.at_step = step})->surface;
    };
    const auto before = draw(undone, 30);
    draw(again, 10);
    while (again.step() < 40) again.advance(40 - again.step());
    const Grid grid = again.dataset().grid;
    CHECK_FALSE(draw(again, 30) == before);
    CHECK(draw(again, 30)->on_host() ==
          again.backend().render(grid, whole(grid), *again.parameters_at(30))->on_host());
}

TEST_CASE("the target is interpolated to the very grid that is drawn, when it is asked for") {
    const TemporaryFolder folder;
    Trainer trainer(
        start_run(folder / "a.redraw", ramp(), "ramp", redraw_test::small_config({8}, 4)), {});
    Previewed seen;
    CHECK_FALSE(seen.look_at(trainer, {})->bicubic);
    CHECK(*seen.look_at(trainer, {.bicubic = true})->bicubic == trainer.dataset().target);
    const Grid zoomed{-0.5, -0.5, 0.5, 0.25, 64, 48};
    const auto frame = seen.look_at(trainer, {.region = zoomed, .bicubic = true});
    REQUIRE(frame->bicubic);
    CHECK(frame->bicubic->width == frame->grid.width);
    CHECK(frame->bicubic->height == frame->grid.height);
    trainer.advance(1);
    seen.preview.update(trainer, false);
    CHECK(seen.shown.back()->serial > frame->serial);
    CHECK(seen.shown.back()->bicubic == frame->bicubic);  // made once
    CHECK_FALSE(seen.look_at(trainer, {.region = zoomed})->bicubic);
}
