#include "engine/studies/studies.h"

#include "tests/support/examples.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <set>

using namespace redraw;

namespace {

struct Strip {
    TemporaryFolder folder;
    std::unique_ptr<Trainer> trainer;
    KeyframeThumbnails study;

    Strip() {
        Config config = redraw_test::small_config({8, 8}, 400);
        Image image = make_image(20, 12, 1, 1.0f);
        for (int x = 4; x < 12; ++x) image.row(7)[x] = 0.0f;
        const auto path = folder / "run.redraw";
        start_run(path, image, "line", config);
        trainer = std::make_unique<Trainer>(RunFile::open(path), BackendOptions{.threads = 1});
    }
    void train(std::int64_t steps) {
        for (const std::int64_t end = trainer->step() + steps; trainer->step() < end;)
            trainer->advance(end - trainer->step());
    }
    void end_at(double epochs) {
        Schedule schedule = trainer->config().schedule;
        schedule.epochs = epochs;
        trainer->set_schedule(schedule);
    }
    std::vector<std::int64_t> settle() {
        for (int i = 0; i < 10'000 && study.update(*trainer, {}, nullptr); ++i) continue;
        std::vector<std::int64_t> steps;
        for (const Thumbnail& thumbnail : *study.newest()) {
            CHECK(thumbnail.image != nullptr);
            steps.push_back(thumbnail.step);
        }
        return steps;
    }
};

}  // namespace

TEST_CASE("the strip has the keyframes of its places") {
    Strip bench;
    bench.train(200);
    const auto steps = bench.settle();
    CHECK(steps == thumbnail_steps(bench.trainer->keyframes(), 400, KeyframeThumbnails::kPlaces));
    CHECK(bench.study.drawn() == int(steps.size()));
}

TEST_CASE("an end that moves again and again has no keyframe drawn twice") {
    Strip bench;
    std::set<std::int64_t> seen;
    for (int i = 0; i < 60; ++i) {
        bench.train(5);
        bench.end_at(400 + i % 7 * 30);
        const auto steps = bench.settle();
        CHECK(steps == thumbnail_steps(bench.trainer->keyframes(), bench.trainer->total_steps(),
                                       KeyframeThumbnails::kPlaces));
        seen.insert(steps.begin(), steps.end());
    }
    CHECK(seen.size() > std::size_t(KeyframeThumbnails::kPlaces));
    CHECK(bench.study.drawn() == int(seen.size()));
}

TEST_CASE("what is left for later while training is drawn afterwards") {
    Strip bench;
    ShareOfTime share(0.1);
    bench.train(100);
    bench.study.update(*bench.trainer, {}, &share);
    bench.study.update(*bench.trainer, {}, &share);
    CHECK(bench.study.drawn() > 0);
    CHECK(bench.settle() ==
          thumbnail_steps(bench.trainer->keyframes(), 400, KeyframeThumbnails::kPlaces));
}
