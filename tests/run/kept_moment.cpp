#include "engine/run/run_values.h"
#include "engine/training/trainer.h"
#include "tests/support/keyframe_budget.h"
#include "tests/support/run_samples.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

using namespace redraw;
using namespace run_samples;

namespace {

bool keeps(const RunFile& run, std::int64_t step) {
    return kept_moment(run.events()) == step && run.parameters_at(step).has_value();
}

void add(const std::filesystem::path& path, const Event& event) {
    RunFile run = RunFile::open(path);
    run.add_event(event);
    run.commit();
}

}  // namespace

TEST_CASE("the newest says which moment is kept, and the nearest keyframe stands for it") {
    std::vector<Event> events{{0, EventKind::started}};
    const std::vector<Keyframe> keyframes{{0, NAN}, {10, 10}, {20, 20}, {40, 30}};
    CHECK_FALSE(kept_moment(events));
    CHECK_FALSE(kept_keyframe(events, keyframes));
    events.push_back({20, EventKind::kept});
    events.push_back({30, EventKind::resumed});
    CHECK(kept_moment(events) == 20);
    CHECK(kept_keyframe(events, keyframes) == keyframes[2]);
    CHECK_FALSE(kept_keyframe(events, {}));
    for (const auto& [step, nearest] : {std::pair<std::int64_t, std::size_t>{4, 0},
                                        {15, 1},
                                        {39, 3},
                                        {std::int64_t(1) << 60, 3}}) {
        events.push_back({step, EventKind::kept});
        CHECK(kept_keyframe(events, keyframes)->step == keyframes[nearest].step);
    }
    events.push_back({4, EventKind::let_go});
    CHECK_FALSE(kept_moment(events));
}

TEST_CASE("a kept moment is in the file, in copies and in what branches off behind it") {
    const TemporaryFolder folder;
    whole_run(folder / "a.redraw");
    add(folder / "a.redraw", {5, EventKind::kept});
    const RunFile run = RunFile::open(folder / "a.redraw", RunFile::Access::read_only);
    CHECK(run.events().back() == Event{5, EventKind::kept});
    CHECK(keeps(run, 5));
    run.copy_to(folder / "copy.redraw");
    CHECK(keeps(RunFile::open(folder / "copy.redraw"), 5));
    CHECK(keeps(run.branch(folder / "later.redraw", 9), 5));
    CHECK(keeps(run.branch(folder / "here.redraw", 5), 5));
    CHECK_FALSE(kept_moment(run.branch(folder / "earlier.redraw", 3).events()));
    add(folder / "copy.redraw", {5, EventKind::let_go});
    CHECK_FALSE(kept_moment(RunFile::open(folder / "copy.redraw").events()));
}

TEST_CASE("a file says it in words, under a kind that every Redraw of the format knows") {
    const TemporaryFolder folder;
    const auto path = folder / "a.redraw";
    whole_run(path);
    add(path, {5, EventKind::kept});
    add(path, {5, EventKind::let_go});
    {
        const Database database(path, Database::Mode::read_only);
        Statement row(database, "SELECT kind || ':' || name FROM event");
        for (const char* event :
             {"started:", "other:kept like this", "other:no longer kept like this"}) {
            REQUIRE(row.step());
            CHECK(row.text(0) == event);
        }
        CHECK_FALSE(row.step());
    }
    add(path, {5, EventKind::other, 0, 0, "started"});  // an event of some other program
    CHECK(RunFile::open(path).events() ==
          std::vector<Event>{{0, EventKind::started},
                             {5, EventKind::kept},
                             {5, EventKind::let_go},
                             {5, EventKind::other, 0, 0, "started"}});
}

TEST_CASE("what is thinned out is never the kept moment") {
    for (const std::int64_t kept : {1, 3, 6, 11}) {
        const TemporaryFolder folder;
        const auto path = folder / "a.redraw";
        whole_run(path);
        add(path, {kept, EventKind::kept});
        set_keyframe_budget(path, std::int64_t(small_count() * sizeof(float)) * 5);
        RunFile run = RunFile::open(path);
        train_to(run, 12, 400);
        run.commit();
        CAPTURE(kept);
        CHECK(run.keyframes().size() <= 5);
        CHECK(keeps(run, kept));
        run.pack_to(folder / "few.redraw", 3);
        const RunFile few = RunFile::open(folder / "few.redraw");
        CHECK(few.keyframes().size() == 3);
        CHECK(keeps(few, kept));
        run.pack_to(folder / "fewer.redraw", 2);
        CHECK(keeps(RunFile::open(folder / "fewer.redraw"), kept));
    }
    // An end is kept anyway.
    const std::vector<std::int64_t> steps{0, 1, 2};
    for (const std::int64_t end : {0, 2, 7})
        CHECK(thinned(steps, 2, end) == std::vector<std::int64_t>{0, 2});
    CHECK(thinned(steps, 2, 1) == steps);
}

TEST_CASE("keeping a moment leaves the training alone, to the bit") {
    const TemporaryFolder folder;
    Config config;
    config.network.layers = {8, 8};
    config.schedule.epochs = 60;
    const Image image = small_target();
    const auto trained = [&](const char* name, bool keeping) {
        start_run(folder / name, image, "a", config);
        Trainer trainer(RunFile::open(folder / name), {.kind = BackendKind::cpu, .threads = 1});
        while (!trainer.finished()) {
            trainer.advance(7);
            if (!keeping) continue;
            trainer.keep_moment(trainer.keyframes()[trainer.keyframes().size() / 2].step);
            if (trainer.step() % 3 == 0) trainer.keep_moment(std::nullopt);
        }
        trainer.keep_moment(std::nullopt);
        trainer.keep_moment(std::nullopt);  // which is no event
        trainer.commit();
        return trainer.parameters();
    };
    CHECK(trained("kept.redraw", true) == trained("left.redraw", false));
    const RunFile kept = RunFile::open(folder / "kept.redraw"),
                  left = RunFile::open(folder / "left.redraw");
    CHECK(kept.keyframes().size() == left.keyframes().size());
    CHECK_FALSE(kept_moment(kept.events()));
    CHECK(left.events().size() == 1);
}
