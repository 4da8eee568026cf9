// The learning curves and their time axis, which the timelapse shares.
#include "tests/support/temporary_folder.h"
#include "tests/support/ui_harness.h"
#include "ui/state/time_axis.h"
#include "ui/time/curve_lines.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>

using namespace redraw;
using namespace redraw::ui;

namespace {

constexpr std::int64_t kTotal = 800'000;

TimeAxis axis_of(bool logarithmic, StepRange shown = {}) {
    return {60, 1300, kTotal, logarithmic, shown};
}

}  // namespace

TEST_CASE("curves leave out what is not finite and stay within a point a pixel") {
    std::vector<Metric> metrics;
    for (std::int64_t step = 1; step <= 100'000; ++step)
        metrics.push_back({step, 0.01f, 20, 1e-3f, 0});
    metrics[50'000].loss = 0;  // a loss of 0, whose logarithm is infinite
    std::vector<MeasuredPsnr> measured;
    for (const Metric& metric : metrics) measured.push_back({metric.step, 20, 0, true});
    measured[50'001].psnr = INFINITY;
    measured[50'002].psnr = NAN;
    const TimeAxis axis{0, 500, 100'000, false};
    for (const auto& points : {curve_points(measured, axis, Curve::psnr, 0.5f),
                               curve_points(metrics, axis, Curve::log_loss, 0.5f)}) {
        CHECK(points.size() <= 700);
        CHECK(points.size() >= 400);
        for (const CurvePoint& point : points) {
            CHECK(std::isfinite(point.value));
            // Smoothing does not change a constant curve.
            CHECK(point.smooth == doctest::Approx(point.value));
        }
    }
    const ValueRange psnr = value_range(measured, axis, Curve::psnr);
    CHECK(psnr.low <= 20);
    CHECK(psnr.high >= 20);
    CHECK(psnr.high > psnr.low);
    for (const Curve curve : {Curve::psnr, Curve::loss, Curve::log_loss}) {
        const std::vector<MeasuredPsnr> none;
        const ValueRange nothing = value_range(none, axis, curve);
        CHECK(nothing.high > nothing.low);
        CHECK(curve_points(none, axis, curve, 0).empty());
    }
}

TEST_CASE("zoomed in, the values make room for what is shown and for nothing else") {
    std::vector<Metric> metrics;
    for (std::int64_t step = 1; step <= 1000; ++step)
        metrics.push_back({step, std::pow(10.0f, -float(step) / 250), 10 + float(step) / 25, 0, 0});
    std::vector<MeasuredPsnr> measured;
    for (const Metric& metric : metrics) measured.push_back({metric.step, metric.batch_psnr, 0});
    const TimeAxis whole{0, 500, 1000, false};
    CHECK(value_range(measured, whole, Curve::psnr).low == 10);
    CHECK(value_range(measured, whole, Curve::psnr).high == 50);
    CHECK(value_range(metrics, whole, Curve::loss).low == 0);
    const TimeAxis part{0, 500, 1000, false, {500, 510}};
    const auto check_range = [&](const auto& records, Curve curve) {
        const ValueRange range = value_range(records, part, curve);
        const double first = value_of(records[499], curve), last = value_of(records[509], curve);
        CHECK(range.low <= std::min(first, last));
        CHECK(range.high >= std::max(first, last));
        CHECK(range.high - range.low < 12 * std::abs(first - last));
    };
    check_range(measured, Curve::psnr);
    check_range(metrics, Curve::loss);
    check_range(metrics, Curve::log_loss);
    const auto points = curve_points(measured, part, Curve::psnr, 0);
    CHECK(points.size() == 13);  // points of 11 steps, and one more on either side
    CHECK(points.front().x < 0);
    CHECK(points.back().x > 500);
    // A range of steps without records still gets an axis whose ends have different labels.
    const TimeAxis ahead{0, 500, 2000, false, {1500, 1600}};
    const auto check_ahead = [&](const auto& records, Curve curve) {
        const ValueRange range = value_range(records, ahead, curve);
        CHECK(value_text(curve, range.low) != value_text(curve, range.high));
    };
    check_ahead(measured, Curve::psnr);
    check_ahead(metrics, Curve::loss);
    check_ahead(metrics, Curve::log_loss);
    // Smoothing does not depend on the zoom.
    const auto near = curve_points(measured, part, Curve::psnr, 0.5f);
    const TimeAxis wide{0, 5000, 1000, false};
    const auto far = curve_points(measured, wide, Curve::psnr, 0.5f);
    CHECK(near.front().smooth == doctest::Approx(far[498].smooth));
}

TEST_CASE("values beside the plot read as people write them") {
    using enum Curve;
    for (const auto& [curve, value, text] : {std::tuple{psnr, 30.0, "30"},
                                             {psnr, 41.2, "41.2"},
                                             {log_loss, -3.0, "1e-3"},
                                             {log_loss, -2.0, "0.01"},
                                             {log_loss, 0.0, "1"},
                                             {log_loss, -3.5, "3.2e-4"},
                                             {loss, 0.0, "0"},
                                             {loss, 0.05, "0.05"}})
        CHECK(value_text(curve, value) == text);
}

TEST_CASE("events near each other share a marker that says each thing once") {
    const TimeAxis axis{0, 1000, 1000, false};
    const std::vector<Event> events{{0, EventKind::started},
                                    {100, EventKind::schedule_changed},
                                    {101, EventKind::schedule_changed},
                                    {103, EventKind::resumed},
                                    {500, EventKind::cool_down}};
    const auto markers = markers_of(events, axis, 7);
    REQUIRE(markers.size() == 2);
    CHECK(text_of(markers[0], 1) == "epochs 100 to 103: schedule changed, resumed");
    CHECK(text_of(markers[1], 10) == "epoch 50: cool-down");
    const TimeAxis zoomed_in{0, 1000, 1000, false, {99, 120}};
    // When zoomed in, the event markers no longer merge, and that of the cool-down is not visible.
    CHECK(markers_of(events, zoomed_in, 7).size() == 3);
    CHECK(markers_of({}, axis, 7).empty());
}

TEST_CASE_FIXTURE(Studio, "scales, smoothing and pace are folded until More") {
    open_curves();
    view.window = {1600, 1000};
    settle();
    const std::array names{"log epochs", "log loss", "smoothing", "pace"};
    for (const char* name : names) CHECK(count(name) == 0);
    click("More");
    CHECK(state.preferences.more_time);
    for (const char* name : names) CHECK(count(name) == 1);
    click("log loss");
    CHECK_FALSE(state.preferences.log_loss);
    click("Less");
    CHECK_FALSE(state.preferences.more_time);
}

TEST_CASE_FIXTURE(Studio, "clicking a name in the legend hides its curve, another click shows it") {
    open_curves();
    const auto& shown = state.preferences;
    const auto vertices = [&] {
        move_and_draw({-10, -10});
        return ImGui::GetDrawData()->TotalVtxCount;
    };
    const int all = vertices();
    REQUIRE(shown.show_psnr);
    click("PSNR");
    const int without = vertices();
    CHECK_FALSE(shown.show_psnr);
    CHECK(shown.show_loss);
    CHECK(without < all - 100);
    click("PSNR");
    CHECK(shown.show_psnr);
}

TEST_CASE("the wheel draws the time in; a double click or a new run shows all") {
    Studio studio;
    studio.open_curves();
    const ImVec2 middle = studio.middle("curves plot");
    const auto scroll = [&](float by) {
        studio.move_and_draw(middle);
        studio.wheel_and_draw(by);
        studio.wheel_and_draw(0);
    };
    scroll(0);
    CHECK(studio.state.curves.steps_shown.all());
    scroll(8);
    REQUIRE(studio.state.curves.steps_shown.first);
    REQUIRE(studio.state.curves.steps_shown.last);
    const StepRange before = studio.state.curves.steps_shown;
    CHECK_FALSE(studio.state.timelapse.at_step);
    studio.button(true, 1);  // dragging with the right button pans the time axis
    studio.draw();
    studio.move_and_draw({middle.x + 100, middle.y});
    studio.button_and_draw(false, 1);
    CHECK(*studio.state.curves.steps_shown.first < *before.first);
    CHECK_FALSE(studio.state.timelapse.at_step);  // panning does not scrub
    for (int i = 0; i < 2; ++i) {
        studio.button_and_draw(true);
        studio.button_and_draw(false);
    }
    CHECK(studio.state.curves.steps_shown.all());
    CHECK_FALSE(studio.state.timelapse.at_step);
    scroll(8);
    CHECK_FALSE(studio.state.curves.steps_shown.all());
    studio.status.run_serial = 2;
    studio.draw();
    CHECK(studio.state.curves.steps_shown.all());
}

TEST_CASE_FIXTURE(Studio, "curves are drawn with nothing known or finite, and past the end") {
    open_curves();
    for (const bool log : {true, false}) {
        state.preferences.log_loss = state.preferences.log_epochs = log;
        status.metrics = Status{}.metrics;
        status.measured = Status{}.measured;
        draw();
        status.measured =
            shared(std::vector<MeasuredPsnr>{{1, NAN, 0}, {2, -INFINITY, 0}, {3, INFINITY, 0}});
        status.metrics =
            shared(std::vector<Metric>{{1, NAN, NAN, NAN, 0}, {2, INFINITY, -INFINITY, 0, 0}});
        move(900, 640);  // the mouse is over the plot
        draw();
        state.curves.steps_shown = {900.0, 2e9};
        draw();
        state.curves.steps_shown = {};
    }
}

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
        CHECK(axis.step_at(0) == 0);  // a position left of the axis
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
        CHECK_FALSE(start.first);  // absent: the axis begins at the start of the run
        CHECK(start.last);
        CHECK(end.first);
        CHECK_FALSE(end.last);
        CHECK(panned(axis_of(logarithmic), 100, 400).all());
    }
}

TEST_CASE("a part that is no longer there is brought back into the run") {
    for (const bool logarithmic : {false, true}) {
        // Axes zoomed in beyond the end of a shortened run, and axes of a run of one step or none.
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
