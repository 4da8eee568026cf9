// The studio with a large picture: minibatches chosen with the size, said beside it, taken back
// with it; and a drawing that is asked for by what is seen.
#include "engine/data/batch_by_size.h"
#include "engine/network/presets.h"
#include "engine/session/preview.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/ui_harness.h"

#include <doctest/doctest.h>

using namespace redraw;
using namespace redraw::ui;

TEST_CASE("a large picture is drawn whole at what a window shows, and closer as a region") {
    const Grid large = picture_grid(6000, 4000), small = picture_grid(200, 133);
    const ImVec2 pane{600, 400};
    CHECK_FALSE(visible_region({}, pane, large));  // the whole: bounded by the session
    CHECK_FALSE(visible_region({0.5, 100, 66}, pane, small));
    const auto closer = visible_region({0.5, 3000, 2000}, pane, large);
    REQUIRE(closer);
    CHECK(closer->width == 600);
    CHECK(closer->height == 400);
    CHECK(closer->right - closer->left == doctest::Approx(2.0 * 1200 / 6000));
}

TEST_CASE("the session never draws the whole of a large picture at its size") {
    const TemporaryFolder folder;
    Config config;
    config.network.layers = {4};
    config.data.train_size.longer_side = 0;
    config.data.batch = BatchMode::random;
    config.data.batch_size = 64;
    for (const int side : {600, 1500}) {
        CAPTURE(side);
        NewRun made = make_run(folder / ("run" + std::to_string(side) + ".redraw"),
                               make_image(side, side, 1, 0.5f), "gray", config);
        Trainer trainer(std::move(made.run), {.threads = 1}, made.dataset);
        std::shared_ptr<const Frame> newest;
        Preview preview([&](std::shared_ptr<const Frame> frame) { newest = std::move(frame); });
        preview.reset(1);
        trainer.advance(1);
        preview.set_view({});
        while (preview.update(trainer, true)) continue;
        if (!newest) {
            trainer.advance(1);
            preview.update(trainer, true);
        }
        REQUIRE(newest);
        CHECK(newest->full_picture);
        CHECK_FALSE(more_than(newest->grid, kMostLivePixels));
        CHECK(newest->surface->on_host().width == newest->grid.width);
        CHECK(newest->grid.left == -1);
        CHECK(newest->grid.bottom == 1);
        while (preview.update(trainer, false)) continue;  // training rests: there is time for more
        CHECK_FALSE(more_than(newest->grid, kMostWholePixels));
        CHECK(newest->grid.width == std::min(side, 1024));
        const auto sharp = newest;
        preview.update(trainer, false);
        CHECK(newest == sharp);  // and once is enough
    }
}

TEST_CASE("a preset chosen for a large picture comes with minibatches") {
    Config config = preset_config("siren");
    config.data.train_size.longer_side = 0;
    const PixelSize photograph{6000, 4000};
    const Config siren = with_batch_by_size(config, photograph);
    const Config grid = with_preset(siren, "grid", photograph);
    CHECK(grid.data.batch == BatchMode::stratified);
    CHECK(grid.schedule.lr_max < preset_config("grid").schedule.lr_max);
    CHECK(grid.schedule.lr_max > siren.schedule.lr_max);
}

TEST_CASE("the picture's own size is the first choice and brings its batch along") {
    Studio studio;
    studio.status.picture = gray(1800, 1200, 3);
    studio.draw();
    Settings& settings = studio.state.settings;
    settings.edited.by_size = settings.applied.by_size = kAllBySize;
    studio.click("Train at");
    CHECK(restart_of(studio.click("The picture's own size")).has_value());
    CHECK(settings.edited.data.train_size == TrainSize{.longer_side = 0});
    CHECK(settings.edited.data.batch == BatchMode::stratified);
    CHECK(settings.history.size() == 2);  // one step to take back
    undone(settings);
    CHECK(settings.edited.data.batch == BatchMode::full);
}
