#include "engine/run/run_values.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

using namespace redraw;

namespace {

// The rule in its own words: at most `digits` significant digits.
bool has_significant_digits(std::int64_t step, int digits) {
    while (step % 10 == 0 && step > 0) step /= 10;
    return std::to_string(step).size() <= std::size_t(digits);
}

// The rule in its own words: one after another, the one with the closest neighbours.
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
        // No gap much wider than an even share; the first steps are a factor of two apart anyway.
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
        for (const std::size_t most : {0u, 1u, 2u, 3u, 7u, 30u}) {
            CAPTURE(steps);
            CHECK(thinned(steps, most, kept) == thinned_one_by_one(steps, most, kept));
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
