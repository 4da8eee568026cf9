#include "ui/curve_lines.h"
#include "ui/format.h"
#include "ui/number_row.h"
#include "ui/schedule_drag.h"
#include "ui/time_axis.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace redraw;

TEST_CASE("steps and pixels map back and forth, linear and logarithmic") {
    for (const bool logarithmic : {false, true}) {
        const TimeAxis axis{60, 1300, 800'000, logarithmic};
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
    CHECK(epoch_ticks(1000, true, 5) == std::vector<double>{0, 1, 10, 100, 1000});
}

TEST_CASE("curves leave out what is not finite and stay within a point a pixel") {
    std::vector<Metric> metrics;
    for (std::int64_t step = 1; step <= 100'000; ++step)
        metrics.push_back({step, 0.01f, 20, 1e-3f, 0});
    metrics[50'000].loss = 0;  // log of nothing
    metrics[50'001].psnr = INFINITY;
    metrics[50'002].psnr = NAN;
    const TimeAxis axis{0, 500, 100'000, false};
    for (const Curve curve : {Curve::psnr, Curve::loss}) {
        const auto points = curve_points(metrics, axis, curve, 0.5f);
        CHECK(points.size() <= 700);
        CHECK(points.size() >= 400);
        for (const CurvePoint& point : points) {
            CHECK(std::isfinite(point.value));
            CHECK(point.smooth == doctest::Approx(point.value));  // constant stays constant
        }
    }
    const ValueRange psnr = psnr_range(metrics);
    CHECK(psnr.low <= 20);
    CHECK(psnr.high >= 20);
    CHECK(psnr.high > psnr.low);
    CHECK(loss_range({}).high > loss_range({}).low);
}

TEST_CASE("dragging the schedule's handles gives numbers one would type") {
    const SchedulePlot plot{10, 210, 20, 120, 1000, 2e-3};
    Schedule schedule;
    drag_maximum(schedule, plot, 70);  // half way up
    CHECK(schedule.lr_max == doctest::Approx(1e-3));
    drag_maximum(schedule, plot, 10'000);  // far below: still above nothing
    CHECK(schedule.lr_max > 0);
    schedule = {};
    drag_end(schedule, plot, {110, 120});
    CHECK(schedule.epochs == 500);
    CHECK(schedule.lr_min == 0);
    drag_end(schedule, plot, {-500, -500});
    CHECK(schedule.epochs == 1);
    CHECK(schedule.lr_min <= schedule.lr_max);
    Config config;
    config.schedule = schedule;
    validate(config);
    CHECK(two_digits(1234) == 1200);
    CHECK(two_digits(0.00187) == 0.0019);
    CHECK(number(two_digits(0.00180001)) == "1.8e-3");
}

TEST_CASE("numbers as people write and read them") {
    CHECK(parse_number("2e-3") == 2e-3);
    CHECK(parse_number("1,240") == 1240);
    CHECK(parse_number("1,240.5") == 1240.5);
    CHECK(parse_number("0,5") == 0.5);
    CHECK(parse_number("0,125") == 0.125);
    CHECK(parse_number(" 12 000 ") == 12000);
    CHECK_FALSE(parse_number("nan"));
    CHECK_FALSE(parse_number("inf"));
    CHECK_FALSE(parse_number("12x"));
    CHECK_FALSE(parse_number(""));
    for (const double value : {0.0, 2e-3, 1e-4, 0.99, 60.0, 1234567.0, 1.26e-5, 0.1})
        CHECK(parse_number(number(value)) == value);
    CHECK(number(2e-3) == "2e-3");
    CHECK(number(0.99) == "0.99");
    CHECK(number(1e6) == "1000000");
    CHECK(thousands(1240) == "1,240");
    CHECK(thousands(-1234567) == "-1,234,567");
    CHECK(duration(6) == "0:06");
    CHECK(duration(3723) == "1:02:03");
    CHECK(duration(INFINITY) == "–");
    CHECK(rate(1.26e-3) == "1.26e-3");
    CHECK(rate(9.999e-4) == "1.00e-3");
    CHECK(rate(0) == "0");
    CHECK(decibels(INFINITY) == "∞ dB");
    CHECK(bytes(200'196) == "200 KB");
}
