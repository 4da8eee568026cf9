#include "tests/support/temporary_folder.h"
#include "tests/support/ui_harness.h"
#include "ui/time/curve_lines.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace redraw;
using namespace redraw::ui;

TEST_CASE("curves leave out what is not finite and stay within a point a pixel") {
    std::vector<Metric> metrics;
    for (std::int64_t step = 1; step <= 100'000; ++step)
        metrics.push_back({step, 0.01f, 20, 1e-3f, 0});
    metrics[50'000].loss = 0;  // log of nothing
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
            CHECK(point.smooth == doctest::Approx(point.value));  // constant stays constant
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
    CHECK(points.size() == 13);  // eleven steps and a neighbour on either side
    CHECK(points.front().x < 0);
    CHECK(points.back().x > 500);
    // Between two metrics there is nothing to measure; the values stay apart all the same.
    const TimeAxis ahead{0, 500, 2000, false, {1500, 1600}};
    const auto check_ahead = [&](const auto& records, Curve curve) {
        const ValueRange range = value_range(records, ahead, curve);
        CHECK(value_text(curve, range.low) != value_text(curve, range.high));
    };
    check_ahead(measured, Curve::psnr);
    check_ahead(metrics, Curve::loss);
    check_ahead(metrics, Curve::log_loss);
    // The smoothed curve is the same curve, zoomed in or not.
    const auto near = curve_points(measured, part, Curve::psnr, 0.5f);
    const TimeAxis wide{0, 5000, 1000, false};
    const auto far = curve_points(measured, wide, Curve::psnr, 0.5f);
    CHECK(near.front().smooth == doctest::Approx(far[498].smooth));
}

TEST_CASE("values beside the plot read as people write them") {
    CHECK(value_text(Curve::psnr, 30) == "30");
    CHECK(value_text(Curve::psnr, 41.2) == "41.2");
    CHECK(value_text(Curve::log_loss, -3) == "1e-3");
    CHECK(value_text(Curve::log_loss, -1) == "1e-1");
    CHECK(value_text(Curve::log_loss, 0) == "1");
    CHECK(value_text(Curve::log_loss, -3.5) == "3.2e-4");
    CHECK(value_text(Curve::loss, 0) == "0");
    CHECK(value_text(Curve::loss, 0.05) == "0.05");
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
    CHECK(markers_of(events, zoomed_in, 7).size() == 3);  // apart now; the cool-down is outside
    CHECK(markers_of({}, axis, 7).empty());
}

TEST_CASE("clicking a name in the legend hides its curve, another click shows it") {
    Studio studio;
    const auto& shown = studio.state.preferences;
    const auto vertices = [&] {
        studio.move_and_draw({-10, -10});
        return ImGui::GetDrawData()->TotalVtxCount;
    };
    const int all = vertices();
    REQUIRE(shown.show_psnr);
    studio.click("PSNR");
    const int without = vertices();
    CHECK_FALSE(shown.show_psnr);
    CHECK(shown.show_loss);
    CHECK(without < all - 100);
    studio.click("PSNR");
    CHECK(shown.show_psnr);
}

TEST_CASE("the wheel draws the time in, a double click shows all, and a new run does") {
    Studio studio;
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
    studio.button(true, 1);  // the right button moves it
    studio.draw();
    studio.move_and_draw({middle.x + 100, middle.y});
    studio.button_and_draw(false, 1);
    CHECK(*studio.state.curves.steps_shown.first < *before.first);
    CHECK_FALSE(studio.state.timelapse.at_step);  // and is no scrubbing
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

TEST_CASE("the curves are drawn with nothing known, nothing finite, and far past the end") {
    Studio studio;
    for (const bool log : {true, false}) {
        studio.state.preferences.log_loss = studio.state.preferences.log_epochs = log;
        studio.status.metrics = nullptr;
        studio.status.measured = nullptr;
        studio.draw();
        studio.status.measured = std::make_shared<const std::vector<MeasuredPsnr>>(
            std::vector<MeasuredPsnr>{{1, NAN, 0}, {2, -INFINITY, 0}, {3, INFINITY, 0}});
        studio.status.metrics = std::make_shared<const std::vector<Metric>>(
            std::vector<Metric>{{1, NAN, NAN, NAN, 0}, {2, INFINITY, -INFINITY, 0, 0}});
        studio.move(900, 640);  // in the plot
        studio.draw();
        studio.state.curves.steps_shown = {900.0, 2e9};
        studio.draw();
        studio.state.curves.steps_shown = {};
    }
}

TEST_CASE("Export asks for a file, and its kind follows the name") {
    Studio studio;
    const TemporaryFolder folder;
    studio.state.preferences.export_folder = folder.path();
    studio.click("Export…");
    studio.draw();
    REQUIRE(studio.state.sheets.dialog == Dialog::curves_file);
    CHECK(studio.state.sheets.browser.typed == "lion-curves.csv");
    studio.state.sheets.browser.typed = "mine.txt";
    const auto asked = newest<&request::ExportCurves::path>(studio.press(Key::enter));
    REQUIRE(asked);
    CHECK(*asked == folder / "mine.txt.csv");
    CHECK(studio.state.sheets.dialog == Dialog::none);
}
