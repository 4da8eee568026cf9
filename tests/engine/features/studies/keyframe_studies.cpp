// Tests what a session draws of a run's keyframes while it trains: the change between them,
// thumbnails, the history of a pixel, the drawing then and now.
#include "engine/drawing/drawing.h"
#include "engine/drawing/pace.h"
#include "engine/features/neurons/neuron_study.h"
#include "engine/features/scan_line/place_detail.h"
#include "engine/features/studies/keyframe_changes.h"
#include "engine/features/studies/keyframe_thumbnails.h"
#include "engine/features/studies/pixel_history.h"
#include "engine/features/studies/then_and_now.h"
#include "engine/features/studies/view_request.h"
#include "engine/run/bookmarks.h"
#include "engine/run/keyframes.h"
#include "engine/training/share_of_time.h"
#include "tests/support/keyframe_budget.h"
#include "tests/support/threadless_session.h"
#include "tests/support/training.h"

#include <chrono>
#include <set>
#include <thread>

using namespace redraw;
using namespace redraw_test;

namespace {

// A run that learns a black line on white, and a study of that run.
template <class Study>
struct Studied {
    TemporaryFolder folder;
    Trainer trainer;
    Study study;
    ViewRequest view;

    explicit Studied(std::int64_t steps = 0, std::int64_t keyframe_budget = 0, int channels = 1)
        : trainer(begin(keyframe_budget, channels)) {
        view.changes = view.then_and_now = true;
        view.neurons.emplace();
        view.place = Point{0.5, 0.5};
        train(steps);
    }
    Trainer begin(std::int64_t keyframe_budget, int channels) const {
        const auto path = folder / "run.redraw";
        const Image picture = painted(20, 12, channels, [](int x, int y, int c) {
            return c > 0 || y != 7 || x < 4 || x >= 12;
        });
        start_run(path, picture, "line", small_config({8, 8}, 400));
        if (keyframe_budget > 0) set_keyframe_budget(path, keyframe_budget);
        return Trainer(RunFile::open(path), {.kind = BackendKind::cpu, .threads = 1});
    }
    void train(std::int64_t steps) { advance_to(trainer, trainer.step() + steps); }
    // Updates the study until it has nothing left to do; returns how many updates had more to do.
    int settle() {
        int parts = 0;
        while (study.update(trainer, view, nullptr)) ++parts;
        return parts;
    }
    Point centre(int column, int row) const {
        return {trainer.dataset().grid.x(column), trainer.dataset().grid.y(row)};
    }
    Image drawn_at(std::int64_t step) {
        const Grid grid = trainer.dataset().grid;
        return trainer.backend()
            .render(grid, whole(grid), trainer.parameters_at(step).value())
            ->on_host();
    }
};

std::vector<float> expected_changes(Trainer& trainer) {
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

// Returns the steps of the thumbnails; checks that each has a picture and its expected step.
std::vector<std::int64_t> strip_of(Studied<KeyframeThumbnails>& bench) {
    bench.settle();
    std::vector<std::int64_t> steps;
    for (const Thumbnail& thumbnail : *bench.study.newest()) {
        CHECK(thumbnail.image != nullptr);
        steps.push_back(thumbnail.step);
    }
    CHECK(steps == thumbnail_steps(bench.trainer.keyframes(), bench.trainer.total_steps(),
                                   KeyframeThumbnails::kPlaces));
    return steps;
}

}  // namespace

TEST_CASE_TEMPLATE("what is drawn while it trains changes no bit of the run, and lets it go first",
                   Study, ScanLineStudy, PlaceStudy, NeuronStudy, ChangeStudy, KeyframeThumbnails,
                   PixelStudy) {
    Studied<Study> watched, alone(60);
    ShareOfTime share(0.1);
    for (int i = 0; i < 60; ++i) {
        watched.train(1);
        watched.view.history_of = watched.centre(i % 20, i % 12);
        watched.view.at_step = i % 2 ? std::optional<std::int64_t>(i) : std::nullopt;
        if (i % 3) watched.view.neurons->chosen = NeuronIndex{0, i % 6};
        const bool at_once = watched.study.update(watched.trainer, watched.view, &share);
        if (!std::is_same_v<Study, KeyframeThumbnails>) CHECK_FALSE(at_once);
    }
    CHECK(watched.study.newest() != nullptr);
    watched.settle();
    CHECK(watched.trainer.backend().save() == alone.trainer.backend().save());
    CHECK(watched.trainer.keyframes().back() == alone.trainer.keyframes().back());
}

TEST_CASE("changes are measured when asked for, a keyframe at a time, as a film measures them") {
    Studied<ChangeStudy> bench(50);
    CHECK_FALSE(bench.study.update(bench.trainer, {}, nullptr));
    CHECK(bench.study.newest() == nullptr);
    CHECK(bench.study.update(bench.trainer, bench.view, nullptr));
    CHECK(bench.study.newest()->size() == 1);
    CHECK(bench.settle() == int(bench.trainer.keyframes().size()) - 1);
    CHECK(*bench.study.newest() == expected_changes(bench.trainer));
    CHECK((*bench.study.newest())[1] > 0);
    const auto all = bench.study.newest();
    CHECK(bench.settle() == 0);
    CHECK(bench.study.newest() == all);  // publishes no second result for the same keyframes
}

TEST_CASE("what training adds and thins out keeps changes and keyframes in step") {
    const auto each = std::int64_t(Studied<ChangeStudy>().trainer.parameter_count());
    Studied<ChangeStudy> bench(0, 12 * each * std::int64_t(sizeof(float)));
    for (const std::int64_t step : {8, 40, 41, 120, 250}) {
        advance_to(bench.trainer, step);
        const auto right = expected_changes(bench.trainer);
        // Without a request the study measures nothing, but follows thinned keyframes.
        bench.study.update(bench.trainer, {}, nullptr);
        if (const auto known = bench.study.newest()) {
            REQUIRE(known->size() <= right.size());
            CHECK(std::equal(known->begin(), known->end(), right.begin()));
        }
        bench.settle();
        CHECK(*bench.study.newest() == right);
    }
    CHECK(bench.trainer.keyframes().size() <= 13);
}

TEST_CASE("the strip has the keyframes of its places, and none is drawn twice as the end moves") {
    Studied<KeyframeThumbnails> bench;
    std::set<std::int64_t> seen;
    for (int i = 0; i < 60; ++i) {
        bench.train(5);
        Schedule schedule = bench.trainer.config().schedule;
        schedule.epochs = 400 + i % 7 * 30;
        bench.trainer.set_schedule(schedule);
        const auto steps = strip_of(bench);
        seen.insert(steps.begin(), steps.end());
    }
    CHECK(seen.size() > std::size_t(KeyframeThumbnails::kPlaces));
    CHECK(bench.study.drawn() == int(seen.size()));
}

TEST_CASE("what is left for later while training is drawn afterwards") {
    Studied<KeyframeThumbnails> bench(100);
    ShareOfTime share(0.1);
    for (int i = 0; i < 2; ++i) bench.study.update(bench.trainer, {}, &share);
    CHECK(bench.study.drawn() > 0);
    strip_of(bench);
}

TEST_CASE(
    "while it trains the strip has the present state, newer than half a second, at any load") {
    Studied<KeyframeThumbnails> bench(100);
    ShareOfTime never(1e-9);
    {
        const ShareOfTime::Part part(&never);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    REQUIRE_FALSE(never.due());
    bench.study.update(bench.trainer, {}, &never);
    REQUIRE(bench.study.newest());
    CHECK(bench.study.newest()->back().step == 100);
    bench.train(7);
    bench.study.update(bench.trainer, {}, &never);
    CHECK(bench.study.newest()->back().step == 100);  // not every step is drawn
    std::this_thread::sleep_for(std::chrono::milliseconds(450));
    bench.study.update(bench.trainer, {}, &never);
    CHECK(bench.study.newest()->back().step == 107);
    strip_of(bench);  // while the run pauses, the strip has keyframes only
}

TEST_CASE("bookmarks, and moments that are asked for, have a thumbnail") {
    Studied<KeyframeThumbnails> bench(100);
    const auto thumbnail = [&](std::int64_t step) -> std::shared_ptr<const Image> {
        bench.settle();
        for (const Thumbnail& each : *bench.study.newest())
            if (each.step == step) return each.image;
        return nullptr;
    };
    CHECK_FALSE(thumbnail(97));
    bench.trainer.set_bookmark(97, "");
    REQUIRE(thumbnail(97));
    bench.view.moments = {97, 98};
    CHECK(thumbnail(98));
    bench.view.moments.clear();
    CHECK_FALSE(thumbnail(98));
    CHECK(thumbnail(97));
}

TEST_CASE("a pixel's history equals the drawings at the keyframes, bit for bit") {
    for (const int channels : {1, 3}) {
        Studied<PixelStudy> bench(0, 0, channels);
        bench.view.history_of = bench.centre(6, 7);
        bench.settle();
        CHECK(bench.study.newest()->steps == std::vector<std::int64_t>{0});
        bench.train(150);
        bench.settle();
        const PixelHistory& history = *bench.study.newest();
        CHECK(history.channels == channels);
        CHECK(history.point == bench.centre(6, 7));
        REQUIRE(history.steps.size() > 20);
        CHECK(history.steps.size() <= 64);
        CHECK(history.steps.front() == 0);
        CHECK(history.steps.back() == bench.trainer.keyframes().back().step);
        CHECK(std::is_sorted(history.steps.begin(), history.steps.end()));
        std::vector<float> expected;
        for (const std::int64_t step : history.steps) {
            const Image drawing = bench.drawn_at(step);
            const float* pixel = drawing.row(7) + 6 * channels;
            expected.insert(expected.end(), pixel, pixel + channels);
        }
        CHECK(history.values == expected);
    }
}

TEST_CASE("moving back is free, and a new keyframe costs itself only") {
    Studied<PixelStudy> bench(100);
    const auto drawn_for = [&](int column) {
        bench.view.history_of = bench.centre(column, 1);
        bench.settle();
        CHECK(bench.study.newest()->point == bench.centre(column, 1));
        return bench.study.drawn();
    };
    const int one = drawn_for(1);
    CHECK(one == int(bench.study.newest()->steps.size()));
    CHECK(drawn_for(2) == 2 * one);
    CHECK(drawn_for(1) == 2 * one);
    const auto before = bench.study.newest();
    bench.settle();
    CHECK(bench.study.newest() == before);  // no second result for the same request
    bench.train(10);                        // adds a keyframe
    CHECK(drawn_for(1) <= 2 * one + 2);
    CHECK(bench.study.newest()->steps.back() == 110);
    bench.view.history_of.reset();
    CHECK_FALSE(bench.study.update(bench.trainer, bench.view, nullptr));
}

TEST_CASE("thinned keyframes are left out of a pixel's history") {
    Studied<PixelStudy> bench(200, 12 * 4 * 8 * 14);  // a budget for about a dozen keyframes
    REQUIRE(bench.trainer.keyframes().size() < 30);
    bench.view.history_of = bench.centre(0, 0);
    bench.settle();
    for (const std::int64_t step : bench.study.newest()->steps)
        CHECK(std::ranges::count(bench.trainer.keyframes(), step, &Keyframe::step) == 1);
}

TEST_CASE("the whole as it was and as it is, with the network's edits") {
    Studied<ThenAndNowStudy> bench(40);
    const auto at = [&](std::optional<std::int64_t> step) {
        bench.view.export_step = step;
        bench.settle();
        return bench.study.newest();
    };
    const auto both = at(10);
    REQUIRE(both);
    CHECK(both->then_step == 10);
    CHECK(both->now_step == 40);
    const PixelSize size{both->then->width, both->then->height};
    const auto drawn = [&](std::span<const float> parameters) {
        return draw_rows(bench.trainer.backend(), bench.trainer.dataset().grid, size, 0,
                         size.height, parameters);
    };
    CHECK(size == PixelSize{20, 12});
    CHECK(*both->then == drawn(*bench.trainer.parameters_at(10)));
    CHECK(*both->now == drawn(*bench.trainer.parameters_at(40)));
    const auto later = at(20);
    CHECK(later->now == both->now);  // the present state is not drawn again
    CHECK(*later->then != *both->then);
    CHECK(at(12'345) == later);  // a step without a keyframe: the last drawings stay
    bench.view.edits.muted = {{0, 3}};
    auto parameters = bench.trainer.parameters_at(20).value();
    apply(bench.view.edits, bench.trainer.config().network, 1, parameters);
    CHECK(*at(20)->then == drawn(parameters));
    CHECK_FALSE(at({}));
    bench.view.then_and_now = false;
    CHECK_FALSE(at(20));
}

TEST_CASE("while it trains what is asked for comes at once, and training is left alone") {
    Studied<ThenAndNowStudy> bench(40);
    const auto before = bench.trainer.backend().save();
    ShareOfTime share(0.1);
    const auto until = [&](std::int64_t step, const auto& told) {
        bench.view.export_step = step;
        while (!bench.study.newest() || !told(*bench.study.newest()))
            bench.study.update(bench.trainer, bench.view, &share);
    };
    until(10, [](const ThenAndNow& both) { return both.then_step == 10; });
    CHECK(bench.trainer.backend().save() == before);
    bench.train(1);
    until(20, [](const ThenAndNow& both) { return both.then_step == 20; });
    // The present state is drawn anew once the study's share of time allows it.
    until(20, [](const ThenAndNow& both) { return both.now_step == 41; });
    const auto grid = bench.trainer.dataset().grid;
    CHECK(*bench.study.newest()->now ==
          draw_rows(bench.trainer.backend(), grid, {20, 12}, 0, 12, {}));
}

TEST_CASE_FIXTURE(SessionInFolder, "a moment is kept in the run, which trains on") {
    const auto run = folder / "a.redraw";
    start_run(run, waves(30, 20, 1), "waves", small_config({8}, 100'000)).commit();
    open(run);
    ask(command::SetRunning{true});
    until([&] { return status->step > 30; });
    const auto marks = [&] { return *status->bookmarks; };
    using Marks = std::vector<Bookmark>;
    ask(command::SetBookmark{20, ""});
    until([&] { return marks() == Marks{{20, ""}}; });
    CHECK(status->error.empty());
    CHECK(status->phase == Phase::training);
    CHECK(bookmarks_of(reading(run).events()) == Marks{{20, ""}});
    ask(command::SetBookmark{10, " "});
    ask(command::SetBookmark{20, std::string(300, 'a')});
    until([&] { return marks().size() == 2 && !marks()[1].name.empty(); });
    CHECK(marks()[0] == Bookmark{10, ""});
    CHECK(marks()[1].name.size() <= kLongestBookmarkName + 3);
    ask(command::SetBookmark{10, std::nullopt});
    ask(command::SetBookmark{101, ""});
    CHECK(status->error.find("101") != std::string::npos);
    ask(command::SetBookmark{20, std::nullopt});
    until([&] { return marks().empty(); });
    CHECK(bookmarks_of(reading(run).events()).empty());
}
