// The PSNR of the drawing: what another program measures on the exported pixels, and how close a
// sample of them comes to it.
#include "engine/drawing/drawn_psnr.h"

#include "engine/drawing/drawing.h"
#include "engine/image/image_writer.h"
#include "engine/training/trainer.h"
#include "tests/support/dead_leaves.h"
#include "tests/support/examples.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace redraw;
using namespace redraw_test;

namespace {

const BackendOptions kTwoThreads{.kind = BackendKind::cpu, .threads = 2};

// As a program that knows nothing of Redraw does it, from 8-bit levels.
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

}  // namespace

TEST_CASE("the drawing's PSNR is that of the exported pixels, in parts or at once") {
    const TemporaryFolder folder;
    for (const int channels : {1, 3, 4})
        for (const PixelModel pixel : {PixelModel::point, PixelModel::area}) {
            CAPTURE(channels);
            const auto path =
                folder / (std::to_string(channels) + (pixel == PixelModel::area ? "a" : "p"));
            Trainer trainer(start_run(path, dead_leaves(150, 120, channels, 3), "leaves",
                                      leaves_config(pixel, 4)),
                            kTwoThreads);
            while (!trainer.finished()) trainer.advance(50);
            const Dataset& dataset = trainer.dataset();
            const Image drawing =
                draw_rows(trainer.backend(), dataset.grid, {150, 120}, 0, 120, {});
            const double outside = measured_outside(drawing, dataset.target);
            CHECK(trainer.measure().psnr == doctest::Approx(outside).epsilon(1e-6));
            CHECK(trainer.measured().back().whole);
            // A kept step by its parameters.
            const std::int64_t step = trainer.keyframes()[2].step;
            const auto kept = trainer.parameters_at(step).value();
            const Image then = draw_rows(trainer.backend(), dataset.grid, {150, 120}, 0, 120, kept);
            CHECK(drawn_psnr(trainer.backend(), dataset.target, dataset.grid, kept) ==
                  doctest::Approx(measured_outside(then, dataset.target)).epsilon(1e-6));
        }
}

TEST_CASE("an exact drawing is infinitely close") {
    const TemporaryFolder folder;
    Image target = make_image(6, 5, 1, 0.5f);
    Trainer trainer(start_run(folder / "flat", target, "flat", small_config({8}, 300)),
                    kTwoThreads);
    while (!trainer.finished()) trainer.advance(50);
    const Grid grid = trainer.dataset().grid;
    // Whatever it drew is now the picture.
    target = draw_rows(trainer.backend(), grid, {6, 5}, 0, 5, {});
    CHECK(drawn_psnr(trainer.backend(), target, grid) == std::numeric_limits<double>::infinity());
}

TEST_CASE("a sample of a large picture is within half a decibel of the whole") {
    const TemporaryFolder folder;
    for (const PixelModel pixel : {PixelModel::point, PixelModel::area}) {
        Trainer trainer(start_run(folder / (pixel == PixelModel::area ? "a" : "p"),
                                  dead_leaves(301, 200, 3, 7), "leaves", leaves_config(pixel, 6)),
                        kTwoThreads);
        const SampledPsnr sample(trainer.backend(), trainer.dataset());
        REQUIRE_FALSE(sample.is_whole());
        while (!trainer.finished()) {
            trainer.advance(40);
            CHECK(std::abs(sample.measure(trainer.backend()) - trainer.measure().psnr) < 0.5);
        }
    }
}

TEST_CASE("measuring takes a small part of the samples that training computes") {
    for (const int side : {64, 200, 600}) {
        for (const BatchMode batch : {BatchMode::full, BatchMode::stratified}) {
            CAPTURE(side);
            Config config = leaves_config(PixelModel::area, 4);
            config.data.batch = batch;
            if (batch == BatchMode::full) config.data.batch_size = 0;
            config.data.train_size.longer_side = 0;
            const TemporaryFolder folder;
            Trainer trainer(
                start_run(folder / "run", dead_leaves(side, side, 1, 7), "leaves", config),
                kTwoThreads);
            const SampledPsnr sample(trainer.backend(), trainer.dataset());
            const double drawn =
                sample.is_whole() ? side * side : 8192 * 1.3;  // pixels of 4 samples
            CHECK(4 * drawn /
                      (3.0 * trainer.dataset().batch_samples() * double(sample.step_interval())) <=
                  0.03);
        }
    }
}

TEST_CASE("a goal is noticed within a few steps of the drawing's reaching it") {
    const TemporaryFolder folder;
    const auto begin = [&](const char* name) {
        return Trainer(start_run(folder / name, dead_leaves(160, 140, 1, 4), "leaves",
                                 leaves_config(PixelModel::point, 40)),
                       kTwoThreads);
    };
    // Measured after every step, beside the run: the first that reaches it.
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

TEST_CASE("what was measured goes where the run goes: back, into a branch, a copy and a file") {
    const TemporaryFolder folder;
    const auto path = folder / "run.redraw";
    {
        Trainer trainer(start_run(path, dead_leaves(40, 30, 1, 4), "leaves",
                                  leaves_config(PixelModel::point, 60)),
                        kTwoThreads);
        while (!trainer.finished()) trainer.advance(50);
        trainer.measure();
        trainer.commit();
        CHECK(trainer.measured().size() > 5);
    }
    const RunFile run = RunFile::open(path, RunFile::Access::read_only);
    CHECK(run.measured().back().whole);
    CHECK(run.measured().back().step == run.state()->step);
    run.pack_to(folder / "packed.redraw");
    CHECK(RunFile::open(folder / "packed.redraw", RunFile::Access::read_only).measured() ==
          run.measured());
    const std::int64_t step = run.keyframes()[5].step;
    const RunFile branch = run.branch(folder / "branch.redraw", step);
    REQUIRE_FALSE(branch.measured().empty());
    for (const MeasuredPsnr& measured : branch.measured()) CHECK(measured.step <= step);
}
