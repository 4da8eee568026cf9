// Tests area pixels, whose value is a mean over an area, and the PSNR of drawings.
#include "engine/data/resolve.h"
#include "engine/drawing/drawing.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/features/studies/held_out.h"
#include "engine/image/image_writer.h"
#include "engine/image/quality.h"
#include "engine/network/encodings.h"
#include "engine/network/presets.h"
#include "engine/training/new_run.h"
#include "engine/training/trainer.h"
#include "tests/support/dead_leaves.h"
#include "tests/support/picture_samples.h"
#include "tests/support/training.h"

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

const BackendOptions kTwoThreads{.kind = BackendKind::cpu, .threads = 2};

// Returns the PSNR as a program without knowledge of Redraw measures it, from 8-bit levels.
double measured_outside(const Image& drawing, const Image& picture) {
    double sum = 0;
    for (std::size_t i = 0; i < drawing.values.size(); ++i) {
        const double difference =
            (quantise(drawing.values[i], 255) - quantise(picture.values[i], 255)) / 255.0;
        sum += difference * difference;
    }
    return -10 * std::log10(sum / double(drawing.values.size()));
}

Config leaves_config(PixelModel pixel, std::int64_t epochs) {
    Config config = small_config({24, 24}, epochs);
    config.network.pixel = pixel;
    config.data.batch = BatchMode::stratified;
    config.data.batch_size = 700;
    return config;
}

Trainer leaves_run(const std::filesystem::path& path, const Image& picture, const Config& config) {
    return Trainer(start_run(path, picture, "leaves", config), kTwoThreads);
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
    CHECK(chosen("lineart", photograph) == PixelModel::point);  // cross entropy needs point pixels
    CHECK(chosen("enlarge", photograph) == PixelModel::point);
    for (const PixelModel pixel : {PixelModel::point, PixelModel::area}) {
        CHECK(resolve(grid_config(pixel), photograph).network.pixel == pixel);
        CHECK(resolve(grid_config(pixel), drawing()).network.pixel == pixel);
    }
    // Area pixels take two samples each, too many for a picture so large that training sees each
    // pixel only a few times a minute.
    CHECK(chosen("grid", make_image(2048, 2048, 3, 0.5f)) == PixelModel::area);
    CHECK(chosen("grid", make_image(2048, 2049, 3, 0.5f)) == PixelModel::point);
    CHECK(Config{}.network.pixel == PixelModel::point);  // the default for older run files
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
    CHECK(strip.grid.finest == 16384);  // the maximum number of cells
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

TEST_CASE_FIXTURE(RunInFolder, "the drawing's PSNR is that of the exported pixels") {
    for (const int channels : {1, 3, 4})
        for (const PixelModel pixel : {PixelModel::point, PixelModel::area}) {
            CAPTURE(channels);
            Trainer trainer =
                leaves_run(folder / std::to_string(channels * 10 + int(pixel)),
                           dead_leaves(150, 120, channels, 3), leaves_config(pixel, 4));
            advance_to(trainer);
            const Dataset& dataset = trainer.dataset();
            const auto measured = [&](std::span<const float> parameters) {
                const Image drawing =
                    draw_rows(trainer.backend(), dataset.grid, {150, 120}, 0, 120, parameters);
                return doctest::Approx(measured_outside(drawing, dataset.target)).epsilon(1e-6);
            };
            CHECK(trainer.measure().psnr == measured({}));
            CHECK(trainer.measured().back().whole);
            // Measures a keyframe from its stored parameters.
            const auto kept = trainer.parameters_at(trainer.keyframes()[2].step).value();
            CHECK(drawn_psnr(trainer.backend(), dataset.target, dataset.grid, kept) ==
                  measured(kept));
        }
}

TEST_CASE_FIXTURE(RunInFolder, "an exact drawing is infinitely close") {
    Trainer trainer =
        leaves_run(folder / "flat", make_image(6, 5, 1, 0.5f), small_config({8}, 300));
    advance_to(trainer);
    const Grid grid = trainer.dataset().grid;
    // Compares the drawing with itself.
    const Image target = draw_rows(trainer.backend(), grid, {6, 5}, 0, 5, {});
    CHECK(drawn_psnr(trainer.backend(), target, grid) == std::numeric_limits<double>::infinity());
}

TEST_CASE_FIXTURE(RunInFolder, "a sample of a large picture is within half a decibel") {
    for (const PixelModel pixel : {PixelModel::point, PixelModel::area}) {
        Trainer trainer = leaves_run(folder / std::to_string(int(pixel)),
                                     dead_leaves(301, 200, 3, 7), leaves_config(pixel, 6));
        const SampledPsnr sample(trainer.backend(), trainer.dataset());
        REQUIRE_FALSE(sample.is_whole());
        while (!trainer.finished()) {
            trainer.advance(40);
            CHECK(std::abs(sample.measure(trainer.backend()) - trainer.measure().psnr) < 0.5);
        }
    }
}

TEST_CASE("measuring takes a small part of the samples that training computes") {
    for (const int side : {64, 200, 600})
        for (const BatchMode batch : {BatchMode::full, BatchMode::stratified}) {
            CAPTURE(side);
            Config config = leaves_config(PixelModel::area, 4);
            config.data.batch = batch;
            if (batch == BatchMode::full) config.data.batch_size = 0;
            config.data.train_size.longer_side = 0;
            const TemporaryFolder folder;
            Trainer trainer = leaves_run(folder / "run", dead_leaves(side, side, 1, 7, 1), config);
            const SampledPsnr sample(trainer.backend(), trainer.dataset());
            const double drawn =
                sample.is_whole() ? side * side : 8192 * 1.3;  // drawn pixels, 4 samples each
            const double trained =
                3.0 * trainer.dataset().batch_samples() * double(sample.step_interval());
            CHECK(4 * drawn / trained <= 0.03);
        }
}

TEST_CASE_FIXTURE(RunInFolder, "a goal is noticed within a few steps of its being reached") {
    const auto begin = [&](const char* name) {
        return leaves_run(folder / name, dead_leaves(160, 140, 1, 4),
                          leaves_config(PixelModel::point, 40));
    };
    // Measures a second run after every step, to find the first step that reaches the goal.
    constexpr double kGoal = 21;
    Trainer watched = begin("watched");
    std::int64_t first = 0;
    while (first == 0 && watched.advance(1) > 0)
        if (drawn_psnr(watched.backend(), watched.dataset().target, watched.dataset().grid) >=
            kGoal)
            first = watched.step();
    REQUIRE(first > 10);
    Trainer trainer = begin("run");
    trainer.set_goal(kGoal);
    while (!trainer.reached_goal() && !trainer.finished()) trainer.advance(100);
    REQUIRE(trainer.reached_goal());
    CHECK(trainer.reached_goal()->whole);
    CHECK(trainer.reached_goal()->psnr >= kGoal);
    CHECK(trainer.reached_goal()->step >= first);
    CHECK(trainer.reached_goal()->step <= first + 8);
    CHECK(trainer.step() == trainer.reached_goal()->step);
}

TEST_CASE("what was measured goes where the run goes") {
    const TemporaryFolder folder;
    const auto path = folder / "run.redraw";
    {
        Trainer trainer =
            leaves_run(path, dead_leaves(40, 30, 1, 4), leaves_config(PixelModel::point, 60));
        advance_to(trainer);
        trainer.measure();
        trainer.commit();
        CHECK(trainer.measured().size() > 5);
    }
    const RunFile run = reading(path);
    CHECK(run.measured().back().whole);
    CHECK(run.measured().back().step == run.state()->step);
    run.pack_to(folder / "packed.redraw");
    CHECK(reading(folder / "packed.redraw").measured() == run.measured());
    const std::int64_t step = run.keyframes()[5].step;
    const RunFile branch = run.branch(folder / "branch.redraw", step);
    REQUIRE_FALSE(branch.measured().empty());
    for (const MeasuredPsnr& measured : branch.measured()) CHECK(measured.step <= step);
}
