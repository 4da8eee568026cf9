// Pixels that are means over an area: where they are chosen, and how they interpolate.
#include "engine/data/resolve.h"
#include "engine/drawing/drawing.h"
#include "engine/image/quality.h"
#include "engine/network/encodings.h"
#include "engine/network/presets.h"
#include "engine/studies/held_out.h"
#include "engine/training/trainer.h"
#include "tests/support/dead_leaves.h"
#include "tests/support/picture_samples.h"

using namespace redraw;
using namespace redraw_test;

namespace {

constexpr BackendOptions kCpu{BackendKind::cpu, Precision::fp32};

Image drawing() {  // black lines on white
    return painted(40, 40, 1, [](int x, int y, int) { return x != y && x != 39 - y; });
}

Config grid_config(PixelModel pixel) {
    Config config = preset_config("grid");
    config.network.pixel = pixel;
    config.data.train_size.longer_side = 0;
    config.schedule.epochs = 150;
    return config;
}

}  // namespace

TEST_CASE("photographs have area pixels, drawings points, unless one says otherwise") {
    const Image photograph = dead_leaves(40, 30, 3);
    const auto chosen = [](const char* preset, const Image& picture) {
        return resolve(preset_config(preset), picture).network.pixel;
    };
    for (const char* preset : {"siren", "grid", "fourier", "tanh"}) {
        CHECK(preset_config(preset).network.pixel == PixelModel::automatic);
        CHECK(chosen(preset, photograph) == PixelModel::area);
        CHECK(chosen(preset, drawing()) == PixelModel::point);
    }
    CHECK(chosen("lineart", photograph) == PixelModel::point);  // whose loss has no mean
    CHECK(chosen("enlarge", photograph) == PixelModel::point);
    for (const PixelModel pixel : {PixelModel::point, PixelModel::area}) {
        CHECK(resolve(grid_config(pixel), photograph).network.pixel == pixel);
        CHECK(resolve(grid_config(pixel), drawing()).network.pixel == pixel);
    }
    // What is seen only a few times in a minute is not worth two samples.
    CHECK(chosen("grid", make_image(2048, 2048, 3, 0.5f)) == PixelModel::area);
    CHECK(chosen("grid", make_image(2048, 2049, 3, 0.5f)) == PixelModel::point);
    CHECK(Config{}.network.pixel == PixelModel::point);  // of a run file that says nothing of it
}

TEST_CASE("the grid's finest cells are smaller than an area pixel, and as many as are seen often") {
    for (const PixelModel pixel : {PixelModel::point, PixelModel::area}) {
        NetworkSpec network = grid_config(pixel).network;
        choose_by_size(network, {40, 30}, 1);
        CHECK(network.grid.finest == (pixel == PixelModel::area ? 60 : 40));
    }
    for (const PixelSize size : {PixelSize{6000, 4000}, {4000, 6000}, {16384, 8192}}) {
        NetworkSpec network = grid_config(PixelModel::point).network;
        choose_by_size(network, size, 3);
        const GridLevel finest = grid_levels(network).back();
        CHECK(double(finest.entries) == doctest::Approx(3e6).epsilon(0.01));
        CHECK_FALSE(finest.hashed);
    }
    NetworkSpec strip = grid_config(PixelModel::area).network;
    choose_by_size(strip, {16384, 8}, 3);
    CHECK(strip.grid.finest == 16384);  // as many as there may be
}

TEST_CASE("what has no mean over an area is refused") {
    for (const char* preset : {"lineart", "enlarge"}) {
        Config config = preset_config(preset);
        config.network.pixel = PixelModel::area;
        CHECK_THROWS_AS(validate(config), Error);
    }
    Config config = grid_config(PixelModel::area);
    config.optimizer.loss = Loss::l1;
    validate(config);
    config.optimizer.total_variation = -0.1;
    CHECK_THROWS_AS(validate(config), Error);
}

TEST_CASE("between its pixels means are drawn closer than points") {
    const TemporaryFolder folder;
    const Image truth = dead_leaves(96, 64, 1, 5);
    const Image picture = resample_area(truth, 48, 32);
    const auto learned = [&](PixelModel pixel, const char* name) {
        Trainer trainer(start_run(folder / name, picture, "leaves", grid_config(pixel)), kCpu);
        while (!trainer.finished()) trainer.advance(50);
        const Image drawn =
            draw_rows(trainer.backend(), trainer.dataset().grid, {96, 64}, 0, 64, {});
        return std::pair{double(trainer.measure().psnr), psnr(drawn, truth)};
    };
    const auto area = learned(PixelModel::area, "area.redraw");
    const auto point = learned(PixelModel::point, "point.redraw");
    const double lanczos = psnr(resample(picture, 96, 64, Filter::lanczos), truth);
    INFO("on the pixels " << area.first << " and, of points, " << point.first);
    CHECK(area.first > 40);
    CHECK(area.second > point.second + 0.3);
    CHECK(area.second > lanczos);
}

TEST_CASE("held out, the copy learns the picture's own half as if it were the picture") {
    const Image picture = dead_leaves(48, 31, 3, 2);
    Config config = resolve(grid_config(PixelModel::automatic), picture);
    config.schedule.epochs = 20;
    choose_by_size(config.network, {48, 31}, 3);
    CHECK(learns_own_half(config.network));
    HeldOut study(picture, config, kCpu);
    CHECK(study.pixels_learned() == 24 * 15);
    CHECK(study.pixels_held_out() == 48 * 31);
    while (!study.advance()) continue;
    const HeldOutResult& result = study.result();
    REQUIRE(result.methods.size() == 5);
    CHECK(result.drawing.width == 48);
    CHECK(result.methods[0].psnr == psnr(result.drawing, picture));
    CHECK(result.methods[4].psnr ==
          psnr(resample(resample_area(picture, 24, 15), 48, 31, Filter::lanczos), picture));
}
