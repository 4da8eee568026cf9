#include "ui/state/time_axis.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace redraw;
using namespace redraw::ui;

namespace {

constexpr std::int64_t kTotal = 800'000;

TimeAxis axis_of(bool logarithmic, StepRange shown = {}) {
    return {60, 1300, kTotal, logarithmic, shown};
}

}  // namespace

TEST_CASE("steps and pixels map back and forth, linear and logarithmic") {
    for (const bool logarithmic : {false, true}) {
        const TimeAxis axis = axis_of(logarithmic);
        CHECK(axis.x_of(0) == 60);
        CHECK(axis.x_of(800'000) == doctest::Approx(1300));
        float last = 59;
        for (double step = 0; step <= 800'000; step = step * 1.7 + 1) {
            const float x = axis.x_of(step);
            CHECK(x > last);
            last = x;
            CHECK(axis.step_at(x) == doctest::Approx(step).epsilon(0.01));
        }
        CHECK(axis.step_at(0) == 0);  // left of the axis
        CHECK(axis.step_at(5000) == doctest::Approx(800'000));
    }
}

TEST_CASE("a part of the run fills the axis; what lies outside lies outside") {
    for (const bool logarithmic : {false, true}) {
        const TimeAxis axis = axis_of(logarithmic, {2'000, 50'000});
        CHECK(axis.x_of(2'000) == doctest::Approx(60));
        CHECK(axis.x_of(50'000) == doctest::Approx(1300));
        CHECK(axis.x_of(1'000) < 60);
        CHECK(axis.x_of(60'000) > 1300);
        CHECK(axis.step_at(0) == doctest::Approx(2'000));
        CHECK(axis.step_at(9999) == doctest::Approx(50'000));
        CHECK(axis.step_beyond(1400) > 50'000);
        CHECK(axis.shows(2'000));
        CHECK_FALSE(axis.shows(1'999));
        CHECK_FALSE(axis.shows(50'001));
        CHECK(axis.part_before() > 0);
        CHECK(axis.part_until() > axis.part_before());
        CHECK(axis.part_until() < 1);
    }
}

TEST_CASE("zooming keeps the step under the mouse, and out of it comes the whole run") {
    for (const bool logarithmic : {false, true}) {
        StepRange shown;
        const float x = 700;
        const double step = axis_of(logarithmic).step_at(x);
        for (int i = 0; i < 12; ++i) {
            shown = zoomed(axis_of(logarithmic, shown), x, 1.25);
            CHECK(axis_of(logarithmic, shown).step_at(x) == doctest::Approx(step).epsilon(1e-3));
        }
        CHECK_FALSE(shown.all());
        for (int i = 0; i < 40; ++i) shown = zoomed(axis_of(logarithmic, shown), x, 1 / 1.25);
        CHECK(shown.all());
    }
}

TEST_CASE("however far one zooms, some steps are left and the axis stays in order") {
    for (const bool logarithmic : {false, true})
        for (const float x : {60.0f, 400.0f, 1300.0f}) {
            StepRange shown;
            for (int i = 0; i < 300; ++i) shown = zoomed(axis_of(logarithmic, shown), x, 1.25);
            const TimeAxis axis = axis_of(logarithmic, shown);
            CHECK(axis.last_step() - axis.first_step() >= 7.9);
            CHECK(axis.first_step() >= 0);
            CHECK(axis.last_step() <= double(kTotal));
            CHECK(axis.x_of(axis.last_step()) > axis.x_of(axis.first_step()));
        }
}

TEST_CASE("panning moves with the mouse and stops at the run's ends") {
    for (const bool logarithmic : {false, true}) {
        const StepRange shown{2'000, 50'000};
        const TimeAxis axis = axis_of(logarithmic, shown);
        const double step = axis.step_at(500);
        const TimeAxis moved = axis_of(logarithmic, panned(axis, 500, 540));
        CHECK(moved.step_at(540) == doctest::Approx(step).epsilon(1e-3));
        const StepRange start = panned(axis, 60, 1e6f), end = panned(axis, 60, -1e6f);
        CHECK_FALSE(start.first);  // the run's own end: it follows when the run grows
        CHECK(start.last);
        CHECK(end.first);
        CHECK_FALSE(end.last);
        CHECK(panned(axis_of(logarithmic), 100, 400).all());
    }
}

TEST_CASE("a part that is no longer there is brought back into the run") {
    for (const bool logarithmic : {false, true}) {
        // Zoomed in behind the end of a run that was made shorter, and a run of a single step.
        for (const TimeAxis& axis :
             {TimeAxis{0, 100, 1'000, logarithmic, {5'000, 9'000}},
              TimeAxis{0, 100, 1, logarithmic, {}}, TimeAxis{0, 100, 0, logarithmic, {3, 2}}}) {
            CHECK(axis.last_step() > axis.first_step());
            CHECK(std::isfinite(axis.x_of(500)));
            CHECK(std::isfinite(axis.step_at(50)));
        }
    }
}

TEST_CASE("ticks are round, inside, and rising") {
    for (const double high : {0.3, 1.0, 7.0, 43.2, 1000.0, 123456.0}) {
        const auto ticks = round_ticks(0, high, 5);
        REQUIRE(ticks.size() >= 2);
        CHECK(ticks.size() <= 12);
        for (std::size_t i = 0; i < ticks.size(); ++i) {
            CHECK(ticks[i] <= high * (1 + 1e-9));
            if (i) CHECK(ticks[i] > ticks[i - 1]);
        }
    }
    CHECK(round_ticks(5, 5, 4).empty());
    CHECK(round_ticks(0, INFINITY, 4).empty());
    CHECK(epoch_ticks(0, 1000, true, 5) == std::vector<double>{0, 1, 10, 100, 1000});
    CHECK(epoch_ticks(5, 2000, true, 5) == std::vector<double>{10, 100, 1000});
    CHECK(epoch_ticks(200, 500, true, 3) == std::vector<double>{200, 300, 400, 500});
    CHECK(round_step(0.25) == doctest::Approx(0.5));
    CHECK(round_step(0.2) == doctest::Approx(0.2));
}
