// Choices of the network panel that depend on the training size: the smoothness, and the batch of a
// large picture. Also the size at which the session renders a large picture.
#include "engine/data/batch_by_size.h"
#include "engine/image/grid.h"
#include "engine/network/presets.h"
#include "engine/session/preview.h"
#include "engine/training/new_run.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/ui_harness.h"

using namespace redraw;
using namespace redraw::ui;

namespace {

// Chooses `name` from the list of smoothnesses. Returns the configuration of the restarted run;
// absent if the list lacks `name`.
std::optional<Config> choose(Studio& studio, const char* name) {
    studio.unfold();
    studio.click("Smoothness");
    if (studio.count(name) == 0) return {};
    return restart_of(studio.click(name));
}

}  // namespace

TEST_CASE_FIXTURE(Studio, "smoothness is chosen, taken back and done again") {
    status.target = gray(200, 100);
    status.config.network.first_omega = 60;
    ++status.run_serial;
    draw();
    const Config before = state.settings.edited;
    const auto smooth = choose(*this, "Smooth");
    CHECK(smooth.value().network.first_omega == 24);
    CHECK(asks<command::Open>(press(Key::z, true)));  // undo opens the previous run
    CHECK(state.settings.edited == before);
    CHECK(asks<command::Open>(press(Key::z, true, true)));
    CHECK(state.settings.edited == *smooth);
    CHECK_FALSE(choose(*this, "Smooth"));  // chosen already: starts no new run
    CHECK(choose(*this, "Balanced")->network.first_omega == 40);
    CHECK(choose(*this, "Crisp")->network.first_omega == 0);
    state.settings.edited.network.activation = Activation::tanh;  // tanh has no frequency to choose
    draw();
    CHECK(count("Smoothness") == 0);
    state.settings.edited.network.encoding = Encoding::grid;
    draw();
    CHECK(choose(*this, "Smooth")->network.grid.finest > 0);
}

TEST_CASE("smoothness sets the number of its encoding, for the size that is learned") {
    struct Case {
        const char *preset, *smoothness;
        int side;
        double first_omega, sigma;
        int finest;
        PixelModel found = PixelModel::point;  // the run's pixel model; area: chosen automatically
    };
    const Case cases[] = {
        {"siren", "Balanced", 100, 20, 0, 0},
        {"siren", "Smooth", 512, 61.44, 0, 0},
        {"fourier", "Smooth", 100, 0, 2, 0},
        {"fourier", "Balanced", 200, 0, 6.67, 0},
        {"grid", "Balanced", 100, 0, 0, 75},
        {"grid", "Smooth", 40, 0, 0, 20},
        {"grid", "Smooth", 1, 0, 0, 1},
        {"lineart", "Smooth", 400, 32, 0, 0},
        {"siren", "Smooth", 16384, 80, 0, 0},
        {"fourier", "Balanced", 3, 0, 2, 0},
        // A network of area pixels gets more grid cells than one of point pixels.
        {"grid", "Smooth", 100, 0, 0, 75, PixelModel::area},
    };
    for (const Case& wanted : cases) {
        INFO(wanted.preset << ' ' << wanted.side);
        const bool area = wanted.found == PixelModel::area;
        Studio studio;
        studio.status.picture = studio.status.target = gray(wanted.side, area ? 60 : 1);
        studio.status.config.network.pixel = wanted.found;
        Config& edited = studio.state.settings.edited;
        edited = preset_config(wanted.preset);
        edited.data.train_size.longer_side = wanted.side;
        edited.network.pixel = area ? PixelModel::automatic : PixelModel::point;
        NetworkSpec expected = edited.network;
        expected.first_omega = wanted.first_omega;
        expected.fourier.sigma = wanted.sigma;
        expected.grid.finest = wanted.finest;
        studio.draw();
        CHECK(choose(studio, wanted.smoothness).value().network == expected);
    }
}

TEST_CASE("another training size keeps a number of one's own") {
    Config config;
    config.network.first_omega = 77;
    CHECK(with_train_size(config, {.longer_side = 300}, {600, 300}).network.first_omega == 77);
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
        preview.set_view({});
        for (int step = 0; step < 2 && !newest; ++step) {
            trainer.advance(1);
            while (preview.update(trainer, true)) continue;
        }
        REQUIRE(newest);
        CHECK(newest->full_picture);
        CHECK_FALSE(more_than(newest->grid, kMostLivePixels));
        CHECK(newest->surface->on_host().width == newest->grid.width);
        CHECK(newest->grid.left == -1);
        CHECK(newest->grid.bottom == 1);
        // While training pauses, there is time for a larger render.
        while (preview.update(trainer, false)) continue;
        CHECK_FALSE(more_than(newest->grid, kMostWholePixels));
        CHECK(newest->grid.width == std::min(side, 1024));
        const auto sharp = newest;
        preview.update(trainer, false);
        CHECK(newest == sharp);  // the finest render is not repeated
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

TEST_CASE_FIXTURE(Studio, "full size is the first choice and brings its batch along") {
    status.picture = gray(1800, 1200, 3);
    draw();
    Settings& settings = state.settings;
    settings.edited.by_size = settings.applied.by_size = kAllBySize;
    unfold();
    click("Learn at");
    CHECK(restart_of(click("Full size")).has_value());
    CHECK(settings.edited.data.train_size == TrainSize{.longer_side = 0});
    CHECK(settings.edited.data.batch == BatchMode::stratified);
    CHECK(settings.history.size() == 2);  // training size and batch are one undo step
    undone(settings);
    CHECK(settings.edited.data.batch == BatchMode::full);
}

TEST_CASE_FIXTURE(Studio, "each training size is offered once, that of the run among them") {
    status.picture = gray(451, 300);
    state.settings.edited.data.train_size = {.longer_side = 444};
    unfold();
    click("Learn at");
    std::vector<std::string> offered;
    for (const Control& control : state.controls.focus.controls)
        if (control.name == "Full size" || control.name.find(" × ") != std::string::npos)
            offered.push_back(control.name);
    CHECK(offered == std::vector<std::string>{"Full size", "61 × 41", "123 × 82", "245 × 163",
                                              "368 × 245", "444 × 295"});
}
