#include "engine/drawing/run_summary.h"
#include "engine/network/presets.h"
#include "engine/training/trainer.h"
#include "tests/support/examples.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace redraw;
using namespace redraw_test;

namespace {

Image stripes(int width, int height, int channels) {
    return painted(width, height, channels,
                   [](int x, int y, int c) { return float((x / 4 + y / 4 * c) % 2); });
}

// A committed run of 30 steps, stopped at one of them, and what else is done with it.
void striped_run(const std::filesystem::path& path, const Image& image, std::int64_t stop,
                 const auto& then) {
    Trainer trainer(start_run(path, image, "stripes.png", small_config({8, 8}, 30)), {});
    while (trainer.step() < stop) trainer.advance(stop - trainer.step());
    trainer.commit();
    then(trainer);
}

BackendOptions one_thread() {
    return {.kind = BackendKind::cpu, .threads = 1};
}

}  // namespace

TEST_CASE("a summary says what the run says, and draws what the run draws") {
    TemporaryFolder folder;
    const auto path = folder / "stripes.redraw";
    float psnr = 0;
    Image drawing;
    striped_run(path, stripes(48, 32, 3), 30, [&](Trainer& trainer) {
        psnr = trainer.measure().psnr;
        trainer.save_measured();
        const Grid grid = trainer.dataset().grid;
        drawing = trainer.backend().render(grid, whole(grid))->on_host();
    });
    const RunSummary summary = read_run_summary(path);
    CHECK(summary.picture_name == "stripes.png");
    CHECK(summary.config.network.layers == std::vector<int>{8, 8});
    CHECK(summary.step == 30);
    CHECK(summary.total_steps == 30);
    CHECK(summary.request == small_config({8, 8}, 30));  // the size chose the first omega
    CHECK(summary.config.network.first_omega == 30);
    CHECK(summary.steps_per_epoch == 1);
    CHECK(summary.psnr == psnr);
    CHECK(summary.size == PixelSize{48, 32});
    CHECK(summary.channels == 3);
    CHECK(summary.seconds > 0);
    CHECK_FALSE(summary.branch);
    const auto drawn = draw_run(path, 48, one_thread());
    REQUIRE(drawn);
    CHECK(*drawn == drawing);
    const auto smaller = draw_run(path, 24, one_thread());
    CHECK(smaller->width == 24);
    CHECK(smaller->height == 16);
}

TEST_CASE("what a file does not say of its drawing is measured when it is asked for") {
    const TemporaryFolder folder;
    const auto path = folder / "stripes.redraw";
    float psnr = 0;  // measured after the last commit
    striped_run(path, stripes(48, 32, 3), 17,
                [&](Trainer& trainer) { psnr = trainer.measure().psnr; });
    CHECK(std::isnan(read_run_summary(path).psnr));
    CHECK(measured_psnr(path, one_thread()) == psnr);
}

TEST_CASE("an untrained run has no PSNR and is still listed") {
    TemporaryFolder folder;
    const auto path = folder / "new.redraw";
    start_run(path, stripes(16, 16, 1), "new.png", small_config({8, 8}, 30));
    const RunSummary summary = read_run_summary(path);
    CHECK(summary.step == 0);
    CHECK(std::isnan(summary.psnr));
    CHECK(draw_run(path, 32, one_thread()));
}

TEST_CASE("a summary makes nothing of the picture to count its steps") {
    const TemporaryFolder folder;
    const auto path = folder / "tiny.redraw";
    Config config = small_config({8, 8}, 30);
    config.network = preset_config("enlarge").network;
    config.network.window.tones = Tones::relative;
    config.data.batch = BatchMode::random;
    config.data.batch_size = 16;
    RunFile::create(path, config, stripes(4, 4, 1), "tiny.png");  // too small to hold an example
    CHECK(read_run_summary(path).steps_per_epoch == 1);
}

TEST_CASE(
    "a keyframe of millions of numbers is not unpacked to look at a file of a few kilobytes") {
    const TemporaryFolder folder;
    Config config = small_config({2100, 2100}, 30);
    config.network.first_omega = 30;
    RunFile run = RunFile::create(folder / "a.redraw", config, stripes(4, 4, 1), "a.png");
    const std::vector<float> zeros(parameter_count(config.network, 1), 0.0f);
    run.add_keyframe({0, 0}, zeros);
    run.commit();
    CHECK_FALSE(draw_run(folder / "a.redraw", 32, one_thread()));
}

TEST_CASE("a photograph's grid is drawn at the size asked, a large network smaller") {
    const TemporaryFolder folder;
    const auto drawn = [&](const char* name, const Config& config) {
        start_run(folder / name, stripes(320, 160, 1), "s.png", config);
        const auto drawing = draw_run(folder / name, 160, one_thread());
        return drawing ? PixelSize{drawing->width, drawing->height} : PixelSize{};
    };
    Config grid = small_config({8}, 1);
    grid.network.encoding = Encoding::grid;
    grid.network.grid.finest = 2048;  // millions of numbers, of which a pixel reads a few
    grid.network.grid.base = 16;
    CHECK(drawn("grid.redraw", grid) == PixelSize{160, 80});
    CHECK(drawn("large.redraw", small_config({1600, 1600}, 1)) == PixelSize{80, 40});
}

TEST_CASE("a branch names the run it came from, not the run that came from") {
    TemporaryFolder folder;
    const auto first = folder / "first.redraw", second = folder / "second.redraw",
               third = folder / "third.redraw";
    striped_run(first, stripes(16, 16, 1), 30,
                [&](Trainer& trainer) { trainer.run().branch(second, 20); });
    RunFile::open(second, RunFile::Access::read_only).branch(third, 10);
    CHECK(read_run_summary(second).branch == Branch{"first.redraw", 20});
    const RunSummary summary = read_run_summary(third);
    CHECK(summary.branch == Branch{"second.redraw", 10});
    CHECK(summary.step == 10);
    const Event events[] = {{0, EventKind::started}, {3, EventKind::schedule_changed}};
    CHECK_FALSE(branch_of(events));
}

TEST_CASE("what a picture's size chose is chosen again for another picture") {
    const TemporaryFolder folder;
    Config asked = small_config({8, 8}, 30);
    asked.data.train_size = {.longer_side = 0, .width = 40, .height = 30};
    asked.schedule.start_epoch = 12;
    const auto again = [&](const char* name) {
        start_run(folder / name, stripes(48, 36, 1), "s.png", asked);
        return for_another_picture(read_run_summary(folder / name).request);
    };
    const Config reused = again("open.redraw");
    CHECK(reused.network.first_omega == 0);
    CHECK(reused.data.train_size == TrainSize{.longer_side = 40});
    CHECK(reused.schedule.start_epoch == 0);
    asked.network.first_omega = 30;  // what the size would have chosen: meant all the same
    CHECK(again("meant.redraw").network.first_omega == 30);
}
