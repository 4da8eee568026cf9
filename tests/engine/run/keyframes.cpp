// Tests which keyframes a run keeps, and its bookmarks.
#include "engine/run/keyframes.h"
#include "engine/run/bookmarks.h"
#include "engine/run/history.h"
#include "engine/training/new_run.h"
#include "engine/training/trainer.h"
#include "tests/support/keyframe_budget.h"
#include "tests/support/run_samples.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

using namespace redraw;
using namespace run_samples;

namespace {

// Returns true if a step has at most `digits` significant digits: the rule of what is kept.
bool has_significant_digits(std::int64_t step, int digits) {
    while (step % 10 == 0 && step > 0) step /= 10;
    return std::to_string(step).size() <= std::size_t(digits);
}

// Thins keyframes in a slow way, for comparison: removes one step after another, each time the
// step with the closest neighbours.
std::vector<std::int64_t> thinned_one_by_one(std::vector<std::int64_t> steps, std::size_t most,
                                             std::optional<std::int64_t> kept) {
    while (steps.size() > most) {
        std::size_t narrowest = 0;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 1; i + 1 < steps.size(); ++i) {
            const double ratio = (1.0 + double(steps[i + 1])) / (1.0 + double(steps[i - 1]));
            if (steps[i] == kept || ratio >= least) continue;
            least = ratio;
            narrowest = i;
        }
        if (narrowest == 0) break;
        steps.erase(steps.begin() + std::ptrdiff_t(narrowest));
    }
    return steps;
}

bool keeps(const RunFile& run, std::int64_t step) {
    const auto marks = bookmarks_of(run.events());
    return std::ranges::count(marks, step, &Bookmark::step) == 1 &&
           run.parameters_at(step).has_value();
}

void add(const std::filesystem::path& path, const Event& event) {
    RunFile run = RunFile::open(path);
    run.add_event(event);
    run.commit();
}

}  // namespace

TEST_CASE("keyframes and metrics are kept at round steps") {
    for (std::int64_t step = 1; step < 20'000; ++step) {
        CHECK_MESSAGE(is_keyframe_step(step) == has_significant_digits(step, 2), step);
        CHECK_MESSAGE(is_metric_step(step) == has_significant_digits(step, 3), step);
    }
    CHECK(is_keyframe_step(0));
    CHECK_FALSE(is_metric_step(0));
    CHECK_FALSE(is_keyframe_step(-10));
    CHECK(is_keyframe_step(640));
    CHECK_FALSE(is_keyframe_step(641));
}

TEST_CASE("the next keyframe is the first one after a step") {
    for (std::int64_t step = 0; step < 30'000; ++step) {
        const std::int64_t next = next_keyframe_step(step);
        REQUIRE(next > step);
        REQUIRE(is_keyframe_step(next));
        for (std::int64_t between = step + 1; between < std::min(next, step + 3); ++between)
            REQUIRE_FALSE(is_keyframe_step(between));
        REQUIRE_FALSE((next - 1 > step && is_keyframe_step(next - 1)));
    }
    CHECK(next_keyframe_step(std::int64_t(1) << 61) > std::int64_t(1) << 61);
}

TEST_CASE("thinning keeps both ends and spreads the rest evenly over log steps") {
    std::vector<std::int64_t> steps{0};
    while (steps.back() < 1'000'000) steps.push_back(next_keyframe_step(steps.back()));
    for (const std::size_t most : {2u, 3u, 10u, 50u, 200u}) {
        const std::vector<std::int64_t> kept = thinned(steps, most);
        REQUIRE(kept.size() == most);
        CHECK(kept.front() == 0);
        CHECK(kept.back() == 1'000'000);
        CHECK(std::is_sorted(kept.begin(), kept.end()));
        // No gap is much wider than an even share, but the first steps are a factor of two apart.
        const double share = std::log1p(1'000'000) / double(most - 1);
        for (std::size_t i = 1; i < kept.size(); ++i) {
            const double gap = std::log1p(double(kept[i])) - std::log1p(double(kept[i - 1]));
            CHECK(gap <= std::max(2.5 * share, std::log(2.0) + 1e-9));
        }
    }
}

TEST_CASE("thinning takes those with the closest neighbours, one after another, whatever is kept") {
    std::mt19937 random(1);
    for (int round = 0; round < 200; ++round) {
        std::vector<std::int64_t> steps;
        const std::uint32_t spread = round % 3 == 0 ? 1 : 1 + random() % 1000;
        for (std::size_t i = random() % 60; i > 0; --i)
            steps.push_back((steps.empty() ? 0 : steps.back() + 1) + random() % spread);
        std::optional<std::int64_t> kept;
        if (!steps.empty() && round % 2) kept = steps[random() % steps.size()];
        std::vector<std::int64_t> stay;
        if (kept) stay.push_back(*kept);
        for (const std::size_t most : {0u, 1u, 2u, 3u, 7u, 30u}) {
            CAPTURE(steps);
            CHECK(thinned(steps, most, stay) == thinned_one_by_one(steps, most, kept));
        }
    }
}

TEST_CASE("a hundred thousand keyframes are thinned as fast as they are read") {
    std::vector<std::int64_t> steps(100'000);
    std::iota(steps.begin(), steps.end(), 100);
    const std::vector<std::int64_t> kept = thinned(steps, 500);
    CHECK(kept.size() == 500);
    CHECK(kept.front() == 100);
    CHECK(kept.back() == 100'099);
}

TEST_CASE("a run spends 16 MB on keyframes, and on large ones what 64 of them take") {
    CHECK(keyframe_budget_for(1) == 16'000'000);
    CHECK(keyframe_budget_for(250'000) == 16'000'000);
    CHECK(keyframe_budget_for(393'000) == 64 * 393'000);
    CHECK(keyframe_budget_for(5'000'000) == 256'000'000);
    CHECK(keyframe_budget_for(std::int64_t(1) << 62) == 256'000'000);
}

TEST_CASE("bookmarks are many, have names, and the one set last comes last") {
    std::vector<Event> events;
    const auto set = [&](std::int64_t step, const char* name) {
        events.push_back({.step = step, .kind = EventKind::bookmarked, .name = name});
    };
    using Marks = std::vector<Bookmark>;
    set(20, "");
    set(10, "soft");
    set(20, "poster");  // renames the bookmark
    CHECK(bookmarks_of(events) == Marks{{10, "soft"}, {20, "poster"}});
    events.push_back({10, EventKind::bookmark_removed});
    events.push_back({11, EventKind::bookmark_removed});  // step 11 has no bookmark
    CHECK(bookmarks_of(events) == Marks{{20, "poster"}});
    set(40, "");
    CHECK(bookmarks_of(events) == Marks{{20, "poster"}, {40, ""}});
    CHECK(steps_of(bookmarks_of(events)) == std::vector<std::int64_t>{20, 40});
    CHECK(bookmarks_of(events, {}).empty());
    // A bookmark without a keyframe stands at the nearest one.
    const std::vector<Keyframe> few{{0, NAN}, {10, 10}, {20, 20}, {40, 30}};
    for (const auto& [step, nearest] :
         {std::pair<std::int64_t, std::int64_t>{4, 0}, {15, 10}, {39, 40}, {1LL << 60, 40}}) {
        const std::vector<Event> one{{step, EventKind::bookmarked}};
        CHECK(bookmarks_of(one, few) == Marks{{nearest, ""}});
    }
    events.push_back({40, EventKind::bookmark_removed});
    // Two bookmarks whose nearest keyframe is the same become one, with the name of the newer.
    const std::vector<Keyframe> keyframes{{0, NAN}, {100, 10}};
    set(90, "late");
    set(95, "later");
    CHECK(bookmarks_of(events, keyframes) == Marks{{0, "poster"}, {100, "later"}});
}

TEST_CASE_FIXTURE(RunInFolder, "a bookmark is in the file, in copies and later branches") {
    whole_run(path);
    add(path, {5, EventKind::bookmarked});
    const RunFile run = reading(path);
    CHECK(run.events().back() == Event{5, EventKind::bookmarked});
    CHECK(keeps(run, 5));
    run.copy_to(folder / "copy.redraw");
    CHECK(keeps(RunFile::open(folder / "copy.redraw"), 5));
    CHECK(keeps(run.branch(folder / "later.redraw", 9), 5));
    CHECK(keeps(run.branch(folder / "here.redraw", 5), 5));
    CHECK(bookmarks_of(run.branch(folder / "earlier.redraw", 3).events()).empty());
    add(folder / "copy.redraw", {5, EventKind::bookmark_removed});
    CHECK(bookmarks_of(RunFile::open(folder / "copy.redraw").events()).empty());
}

TEST_CASE_FIXTURE(RunInFolder, "a file says what is kept in words, under a kind all know") {
    whole_run(path);
    add(path, {5, EventKind::bookmarked});
    add(path, {5, EventKind::bookmark_removed});
    {
        const Database database(path, Database::Mode::read_only);
        Statement row(database, "SELECT kind || ':' || name FROM event");
        for (const char* event : {"started:", "other:bookmark", "other:bookmark removed"}) {
            REQUIRE(row.step());
            CHECK(row.text(0) == event);
        }
        CHECK_FALSE(row.step());
    }
    add(path, {5, EventKind::other, 0, 0, "started"});  // another program's event
    for (const std::string& name : {std::string(), std::string("a: b"), std::string(900, 'n')})
        add(path, {5, EventKind::bookmarked, 0, 0, name});
    add(path, {5, EventKind::bookmark_removed});
    const std::vector<Event> read = RunFile::open(path).events();
    CHECK(read[4] == Event{5, EventKind::bookmarked});
    CHECK(read[5].name == "a: b");
    CHECK(read[6].name.size() <= kLongestBookmarkName + 3);  // a longer name is cut off
    CHECK(read[7] == Event{5, EventKind::bookmark_removed});
    for (std::size_t i = 4; i < read.size(); ++i) CHECK(only_marks(read[i].kind));
    CHECK(std::vector<Event>(read.begin(), read.begin() + 4) ==
          std::vector<Event>{{0, EventKind::started},
                             {5, EventKind::bookmarked},
                             {5, EventKind::bookmark_removed},
                             {5, EventKind::other, 0, 0, "started"}});
}

TEST_CASE("what is thinned out is never a bookmark") {
    for (const std::int64_t kept : {1, 3, 6, 11}) {
        const TemporaryFolder folder;
        const auto path = folder / "a.redraw";
        whole_run(path);
        add(path, {kept, EventKind::bookmarked});
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
    // Thinning keeps the first and the last step anyway, and ignores a bookmark on a missing step
    // (7).
    const std::vector<std::int64_t> steps{0, 1, 2};
    using Steps = std::vector<std::int64_t>;
    for (const std::int64_t end : {0, 2, 7}) CHECK(thinned(steps, 2, Steps{end}) == Steps{0, 2});
    CHECK(thinned(steps, 2, Steps{1}) == steps);
    CHECK(thinned(Steps{0, 1, 2, 3, 4, 5, 6}, 2, Steps{4, 2}) == Steps{0, 2, 4, 6});
}

TEST_CASE_FIXTURE(RunInFolder, "a bookmark that is as it was is no event") {
    Trainer trainer(start_run(path, small_target(), "a", small_config()), {.threads = 1});
    trainer.advance(2);
    const auto set = [&](std::int64_t step, std::optional<std::string> name) {
        trainer.set_bookmark(step, name);
        return trainer.run().events().size();
    };
    CHECK(set(1, std::nullopt) == 1);
    CHECK(set(1, "") == 2);
    CHECK(set(1, "") == 2);
    CHECK(set(1, "soft") == 3);
    CHECK(set(0, "") == 4);
    CHECK(bookmarks_of(trainer.run().events()) == std::vector<Bookmark>{{1, "soft"}, {0, ""}});
    for (int i = 0; i < 2; ++i) CHECK(set(1, std::nullopt) == 5);
}
