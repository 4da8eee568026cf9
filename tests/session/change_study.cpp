#include "engine/film/pace.h"
#include "engine/studies/studies.h"
#include "engine/training/trainer.h"
#include "tests/support/examples.h"
#include "tests/support/keyframe_budget.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

using namespace redraw;

namespace {

struct DiscRuns {
    TemporaryFolder folder;
    Config config;
    ViewRequest asked;

    DiscRuns() {
        asked.changes = true;
        config = redraw_test::small_config({16, 16}, 300);
    }
    Trainer start(const char* name, std::int64_t keyframe_budget = 0) const {
        start_run(folder / name, redraw_test::disc(), "disc", config);
        if (keyframe_budget > 0) set_keyframe_budget(folder / name, keyframe_budget);
        return Trainer(RunFile::open(folder / name), {.kind = BackendKind::cpu, .threads = 1});
    }
};

void train_to(Trainer& trainer, std::int64_t step) {
    while (trainer.step() < step) trainer.advance(step - trainer.step());
}

// Until there is nothing more to do at once.
int finish(ChangeStudy& study, Trainer& trainer, const ViewRequest& view) {
    int parts = 0;
    while (study.update(trainer, view, nullptr)) ++parts;
    return parts;
}

std::vector<float> expected(Trainer& trainer) {
    std::vector<float> changes;
    std::vector<std::uint8_t> before;
    const Grid grid = change_grid(trainer.dataset().grid);
    for (const Keyframe& keyframe : trainer.keyframes()) {
        const auto parameters = trainer.parameters_at(keyframe.step).value();
        auto levels = levels_of(trainer.backend().render(grid, whole(grid), parameters)->on_host());
        changes.push_back(before.empty() ? 0 : visible_change(before, levels));
        before = std::move(levels);
    }
    return changes;
}

}  // namespace

TEST_CASE("changes are measured when asked for, a keyframe at a time, as a film measures them") {
    const DiscRuns bench;
    Trainer trainer = bench.start("a.redraw");
    train_to(trainer, 50);
    ChangeStudy study;
    CHECK_FALSE(study.update(trainer, {}, nullptr));
    CHECK(study.newest() == nullptr);

    CHECK(study.update(trainer, bench.asked, nullptr));
    REQUIRE(study.newest() != nullptr);
    CHECK(study.newest()->size() == 1);
    CHECK(finish(study, trainer, bench.asked) == int(trainer.keyframes().size()) - 1);
    CHECK(*study.newest() == expected(trainer));
    CHECK((*study.newest())[1] > 0);
    const auto all = study.newest();
    CHECK(finish(study, trainer, bench.asked) == 0);
    CHECK(study.newest() == all);  // nothing new, nothing told
}

TEST_CASE("what training adds and thins out keeps changes and keyframes in step") {
    const DiscRuns bench;
    Trainer plenty = bench.start("plenty.redraw");
    const auto each = std::int64_t(plenty.parameter_count() * sizeof(float));
    Trainer trainer = bench.start("few.redraw", 12 * each);
    ChangeStudy study;
    for (const std::int64_t step : {8, 40, 41, 120, 250}) {
        train_to(trainer, step);
        study.update(trainer, {}, nullptr);  // nobody asks: no more is drawn, but it stays true
        const auto known = study.newest();
        if (known) {
            CHECK(known->size() <= trainer.keyframes().size());
            const auto right = expected(trainer);
            for (std::size_t i = 0; i < known->size(); ++i) CHECK((*known)[i] == right[i]);
        }
        finish(study, trainer, bench.asked);
        CHECK(*study.newest() == expected(trainer));
    }
    CHECK(trainer.keyframes().size() <= 13);
}

TEST_CASE("measuring leaves the training alone, to the bit") {
    const DiscRuns bench;
    Trainer watched = bench.start("watched.redraw"), alone = bench.start("alone.redraw");
    ChangeStudy study;
    ShareOfTime share(0.1);
    for (int step = 1; step <= 60; ++step) {
        train_to(watched, step);
        CHECK_FALSE(study.update(watched, bench.asked, &share));  // training comes first
    }
    train_to(alone, 60);
    CHECK(watched.parameters() == alone.parameters());
    CHECK(watched.keyframes().back() == alone.keyframes().back());
    CHECK(study.newest() != nullptr);
}
