#include "engine/studies/studies.h"

#include "tests/support/examples.h"
#include "tests/support/keyframe_budget.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace redraw;

namespace {

struct ObservedPixel {
    TemporaryFolder folder;
    std::unique_ptr<Trainer> trainer;
    PixelStudy study;
    ViewRequest view;

    explicit ObservedPixel(int channels = 1, std::int64_t budget = 0) {
        Config config = redraw_test::small_config({8, 8}, 400);
        Image image = make_image(20, 12, channels, 1.0f);
        for (int x = 4; x < 12; ++x) image.row(7)[x * channels] = 0.0f;
        const auto path = folder / "run.redraw";
        start_run(path, image, "line", config);
        if (budget) set_keyframe_budget(path, budget);
        trainer = std::make_unique<Trainer>(RunFile::open(path), BackendOptions{.threads = 1});
    }
    void train(std::int64_t steps) {
        for (const std::int64_t end = trainer->step() + steps; trainer->step() < end;)
            trainer->advance(end - trainer->step());
    }
    const PixelHistory& settle() {
        for (int i = 0; i < 10'000 && study.update(*trainer, view, nullptr); ++i) continue;
        REQUIRE(study.newest());
        return *study.newest();
    }
    Point centre(int column, int row) const {
        const Grid& grid = trainer->dataset().grid;
        return {grid.x(column), grid.y(row)};
    }
};

}  // namespace

TEST_CASE("a pixel's history equals the drawings at the keyframes, bit for bit") {
    for (const int channels : {1, 3}) {
        ObservedPixel bench(channels);
        bench.train(150);
        bench.view.history_of = bench.centre(6, 7);
        const PixelHistory& history = bench.settle();
        CHECK(history.channels == channels);
        CHECK(history.point == bench.centre(6, 7));
        REQUIRE(history.steps.size() > 20);
        CHECK(history.steps.size() <= 64);
        CHECK(history.steps.front() == 0);
        CHECK(history.steps.back() == bench.trainer->keyframes().back().step);
        CHECK(std::is_sorted(history.steps.begin(), history.steps.end()));
        REQUIRE(history.values.size() == history.steps.size() * std::size_t(channels));
        const Grid& grid = bench.trainer->dataset().grid;
        for (std::size_t i = 0; i < history.steps.size(); ++i) {
            const auto drawing = bench.trainer->backend().render(
                grid, whole(grid), *bench.trainer->parameters_at(history.steps[i]));
            for (int c = 0; c < channels; ++c)
                CHECK(history.values[i * channels + c] ==
                      drawing->on_host().row(7)[6 * channels + c]);
        }
    }
}

TEST_CASE("moving back is free, and a new keyframe costs itself only") {
    ObservedPixel bench;
    bench.train(100);
    bench.view.history_of = bench.centre(1, 1);
    const std::size_t steps = bench.settle().steps.size();
    const int one = bench.study.drawn();
    CHECK(one == int(steps));
    bench.view.history_of = bench.centre(2, 1);
    bench.settle();
    CHECK(bench.study.drawn() == 2 * one);
    bench.view.history_of = bench.centre(1, 1);
    CHECK(bench.settle().point == bench.centre(1, 1));
    CHECK(bench.study.drawn() == 2 * one);
    const auto before = bench.study.newest();
    bench.settle();
    CHECK(bench.study.newest() == before);  // nothing new is said when nothing is

    bench.train(10);  // one keyframe more
    CHECK(bench.settle().steps.back() == 110);
    CHECK(bench.study.drawn() <= 2 * one + 2);
    bench.view.history_of.reset();
    CHECK_FALSE(bench.study.update(*bench.trainer, bench.view, nullptr));
}

TEST_CASE("thinned keyframes are left out") {
    ObservedPixel bench(1, 12 * 4 * 8 * 14);  // room for about a dozen
    bench.train(200);
    REQUIRE(bench.trainer->keyframes().size() < 30);
    bench.view.history_of = bench.centre(0, 0);
    for (const std::int64_t step : bench.settle().steps)
        CHECK(std::any_of(bench.trainer->keyframes().begin(), bench.trainer->keyframes().end(),
                          [&](const Keyframe& keyframe) { return keyframe.step == step; }));
}

TEST_CASE("a run with one keyframe has a history of one") {
    ObservedPixel bench;
    bench.view.history_of = bench.centre(3, 3);
    CHECK(bench.settle().steps == std::vector<std::int64_t>{0});
}

TEST_CASE("following a pixel changes no bit of the run, and asks for no pause of training") {
    ObservedPixel plain, watched;
    ShareOfTime share(0.1);
    plain.train(60);
    for (int i = 0; i < 60; ++i) {
        watched.train(1);
        watched.view.history_of = watched.centre(i % 20, i % 12);
        CHECK_FALSE(watched.study.update(*watched.trainer, watched.view, &share));
    }
    CHECK(plain.trainer->backend().save() == watched.trainer->backend().save());
}
