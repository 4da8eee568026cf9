#include "engine/network/schedule.h"
#include "engine/text/numbers.h"
#include "tests/support/ui_harness.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace redraw;
using namespace redraw::ui;

namespace {

// 1,000 epochs over 200 pixels, 2e-3 over 100.
SchedulePlot plain_plot() {
    return {{10, 210, 1000}, 1, 20, 120, 2e-3};
}

void check_valid(const Schedule& schedule) {
    Config config;
    config.schedule = schedule;
    validate(config);
}

// The curves' handle for the end of the schedule, which is at their right edge.
ImVec2 end_handle(const Studio& studio) {
    return {studio.place("curves plot").x1, studio.middle("curves plot").y};
}

Studio& linear(Studio& studio) {
    studio.state.preferences.log_epochs = false;
    studio.draw();
    return studio;
}

}  // namespace

TEST_CASE("dragging the schedule's handles gives numbers one would type") {
    const SchedulePlot plot = plain_plot();
    Schedule schedule;
    drag(schedule, Handle::rate_max, plot, {0, 70});  // half way up
    CHECK(schedule.lr_max == doctest::Approx(1e-3));
    drag(schedule, Handle::rate_max, plot, {0, 10'000});  // far below: still above nothing
    CHECK(schedule.lr_max > 0);
    schedule = {};
    drag(schedule, Handle::end_and_min, plot, {110, 120});
    CHECK(schedule.epochs == 500);
    CHECK(schedule.lr_min == 0);
    drag(schedule, Handle::end_and_min, plot, {-500, -500});
    CHECK(schedule.epochs == 1);
    CHECK(schedule.lr_min <= schedule.lr_max);
    check_valid(schedule);
    drag(schedule, Handle::end, plot, {-500, 0}, 321);  // never before where training is
    CHECK(schedule.epochs == 321);
    CHECK(two_digits(1234) == 1200);
    CHECK(two_digits(0.00187) == 0.0019);
    CHECK(number(two_digits(0.00180001)) == "1.8e-3");
}

TEST_CASE("any drag to anywhere makes a valid schedule, on any axis") {
    for (const bool logarithmic : {false, true})
        for (const Handle handle :
             {Handle::rate_max, Handle::rate_min, Handle::warmup, Handle::end, Handle::end_and_min})
            for (const ImVec2 mouse : {ImVec2{-1e4f, -1e4f}, ImVec2{1e4f, 1e4f}, ImVec2{11, 119}}) {
                SchedulePlot plot = plain_plot();
                plot.time.logarithmic = logarithmic;
                plot.time.shown = {20, 700};
                for (const std::int64_t restarts : {0, 7}) {
                    Schedule schedule{.epoch_offset = 50, .restart_epochs = restarts};
                    drag(schedule, handle, plot, mouse);
                    check_valid(schedule);
                    const ImVec2 at = place_of(handle, schedule, plot);
                    CHECK(std::isfinite(at.x));
                    CHECK(std::isfinite(at.y));
                }
            }
}

TEST_CASE("the end of the curve follows the mouse, wherever its cosine ends") {
    const SchedulePlot plot = plain_plot();
    for (const Schedule& before :
         {Schedule{}, Schedule{.epoch_offset = 400}, Schedule{.restart_epochs = 300}}) {
        Schedule schedule = before;
        const double end = double(schedule.epochs);
        const float y = plot.y_of(std::min(1.9e-3, learning_rate(schedule, end) + 3e-4));
        drag(schedule, Handle::rate_min, plot, {210, y});
        CHECK(learning_rate(schedule, end) == doctest::Approx(plot.rate_at(y)).epsilon(0.05));
        CHECK(place_of(Handle::rate_min, schedule, plot).y == doctest::Approx(y).epsilon(0.03));
    }
}

TEST_CASE("the warm-up ends where it is dragged to; at the left edge there is none") {
    const SchedulePlot plot = plain_plot();
    Schedule schedule;
    drag(schedule, Handle::warmup, plot, {50, 120});
    CHECK(schedule.warmup_epochs == 200);
    CHECK(place_of(Handle::warmup, schedule, plot).x == doctest::Approx(50));
    drag(schedule, Handle::warmup, plot, {10, 120});
    CHECK(schedule.warmup_epochs == 0);
    drag(schedule, Handle::warmup, plot, {900, 120});
    CHECK(schedule.warmup_epochs == 1000);  // the whole run at most
}

TEST_CASE("the curve drawn is the schedule, with its jumps") {
    for (const bool logarithmic : {false, true}) {
        SchedulePlot plot = plain_plot();
        plot.time.logarithmic = logarithmic;
        const Schedule plain{.epoch_offset = 300};
        const auto points = schedule_points(plain, plot, 0);
        CHECK(points.front().x == doctest::Approx(10));
        CHECK(points.back().x == doctest::Approx(210));
        for (const ImVec2& point : points) {
            const double wanted = learning_rate(plain, plot.epoch_at(point.x));
            CHECK(plot.rate_at(point.y) == doctest::Approx(wanted).epsilon(1e-3));
        }
        CHECK(schedule_points(plain, plot, 600).front().x ==
              doctest::Approx(plot.x_of(600)).epsilon(1e-3));
        // Each restart falls to nothing and is back at the top, in one place.
        const Schedule restarts{.restart_epochs = 100, .restart_multiplier = 2};
        int jumps = 0;
        const auto saw = schedule_points(restarts, plot, 0);
        for (std::size_t i = 1; i < saw.size(); ++i) {
            CHECK(saw[i].x >= saw[i - 1].x - 1e-3f);
            if (saw[i - 1].y > 118 && saw[i].y < 25) {
                CHECK(saw[i].x - saw[i - 1].x < 0.01f);
                ++jumps;
            }
        }
        CHECK(jumps == 3);  // 100, 300, 700
        CHECK(next_restart(restarts, 0) == 100);
        CHECK(next_restart(restarts, 100) == 300);
        CHECK(std::isinf(next_restart(plain, 0)));
        // Thousands of cycles are a filled band, not thousands of lines.
        CHECK(schedule_points({.epochs = 100'000, .restart_epochs = 1}, plot, 0).size() < 1000);
    }
}

TEST_CASE("handles on the curves: live, one undo step, and the axis stands still") {
    Studio studio;
    linear(studio);
    const Rect at = studio.place("curves plot");
    const SchedulePlot rates{{at.x0, at.x1, 1000}, 1, at.y0, at.y1, 2e-3 * 1.08};
    const float y = rates.y_of(2e-3);
    auto all = studio.drag({at.x0 + 2, y}, {at.x0 + 2, y + 40});
    int live = 0, final = 0;
    for (const Requests& r : all) {
        live += schedule_of(r) && !(newest<&command::SetSchedule::final>(r) == true);
        final += schedule_of(r) && (newest<&command::SetSchedule::final>(r) == true);
    }
    CHECK(live >= 4);
    CHECK(final == 1);
    CHECK_FALSE(schedule_of(studio.last));
    const double lowered = studio.state.settings.edited.schedule.lr_max;
    CHECK(lowered == doctest::Approx(rates.rate_at(y + 40)).epsilon(0.06));
    CHECK(studio.state.settings.history.size() == 2);
    CHECK_FALSE(studio.last.view.at_step);  // it was no scrubbing
    CHECK(schedule_of(studio.press(Key::z, true))->lr_max == 2e-3);

    const ImVec2 end = end_handle(studio);
    studio.move_and_draw(end);
    studio.button_and_draw(true);
    studio.move_and_draw({end.x - 253, end.y});
    studio.draw();
    CHECK(studio.state.settings.edited.schedule.epochs == 750);
    studio.status.config.schedule.epochs = studio.status.total_steps = 750;
    studio.draw();  // the session has followed; the axis has not
    CHECK(studio.state.schedule_drag.total_steps == 1000);
    CHECK(studio.state.settings.edited.schedule.epochs == 750);
    studio.button_and_draw(false);
    studio.draw();
    CHECK(studio.state.schedule_drag.total_steps == 750);
    CHECK(schedule_of(studio.press(Key::z, true))->epochs == 1000);
}

TEST_CASE("a handle is let go also when its plot is gone meanwhile, and with another run") {
    Studio studio;
    linear(studio);
    const ImVec2 end = end_handle(studio);
    const auto take = [&] {
        studio.move_and_draw(end);
        studio.button_and_draw(true);
        studio.move_and_draw({end.x - 100, end.y});
        studio.draw();
        REQUIRE(studio.state.schedule_drag.handle != Handle::none);
    };
    take();
    studio.view.window.y = 400;  // too short for the curves
    studio.draw();
    CHECK(studio.state.settings.history.size() == 1);
    studio.button(false);
    Requests asked = studio.draw();
    if (!schedule_of(asked)) asked = studio.draw();
    REQUIRE(schedule_of(asked));
    CHECK((newest<&command::SetSchedule::final>(asked) == true));
    CHECK(studio.state.settings.history.size() == 2);

    studio.view.window.y = 900;
    studio.draw();
    studio.status.config.schedule = studio.state.settings.edited.schedule;
    studio.draw();
    studio.press(Key::z, true);
    studio.status.config.schedule = studio.state.settings.edited.schedule;
    studio.draw();
    take();
    ++studio.status.run_serial;
    studio.draw();
    studio.move(end.x - 200, end.y);
    CHECK_FALSE(schedule_of(studio.draw()));
    studio.button(false);
    CHECK_FALSE(schedule_of(studio.draw()));
    CHECK_FALSE(schedule_of(studio.draw()));
}

TEST_CASE("beside the handles the plot is there to scrub, and hidden rates have none") {
    Studio studio;
    linear(studio);
    const Rect plot = studio.place("curves plot");
    const ImVec2 end = end_handle(studio);
    auto all = studio.click(plot.x0 + plot.width() * 0.2f, end.y);
    CHECK_FALSE(schedule_of(all).has_value());
    CHECK(studio.last.view.at_step == 200);
    studio.state.preferences.show_rate = false;
    all = studio.drag(end, {end.x - 100, end.y});
    CHECK_FALSE(schedule_of(all).has_value());
}

TEST_CASE("a handle says what it does once the mouse rests on it") {
    Studio studio;
    linear(studio);
    const auto windows = [&] {  // a tooltip is one more
        return ImGui::GetDrawData()->CmdListsCount;
    };
    const int before = windows();
    const ImVec2 end = end_handle(studio);
    studio.move(end.x, end.y);
    int frames = 0;  // only those it asks for, as when nothing is trained
    do {
        if (studio.last.redraw_within < 1e6) studio.view.time += studio.last.redraw_within;
        studio.draw();
    } while (studio.last.redraw_within < 1e6 && ++frames < 60);
    CHECK(frames < 60);
    CHECK(windows() == before + 1);
    studio.move_and_draw({end.x - 60, end.y});
    studio.draw();
    CHECK(windows() == before);
}

TEST_CASE("the left panel has a handle for the warm-up") {
    Studio studio;
    const Rect plot = studio.place("schedule plot");
    studio.drag({plot.x0 + plot.width() * 10 / 1000, plot.y1}, {plot.x0 + 24, plot.y1});
    CHECK(studio.state.settings.edited.schedule.warmup_epochs ==
          doctest::Approx(100).epsilon(0.06));
    CHECK(studio.state.settings.edited.schedule.lr_max == 2e-3);
    CHECK(studio.state.settings.edited.schedule.epochs == 1000);
    CHECK(studio.state.settings.history.size() == 2);
}

TEST_CASE("a time is chosen, kept for the next picture, and left for a number of epochs") {
    Studio studio;
    studio.draw();
    const auto choose = [&](const char* name) {
        studio.click("Time");
        for (const Requests& asked : studio.click(name))
            if (auto schedule = schedule_of(asked)) return *schedule;
        FAIL("nothing was asked for");
        return Schedule{};
    };
    CHECK(choose("1 min").seconds == 60);
    CHECK(studio.state.preferences.seconds == 60);
    CHECK(studio.state.settings.edited.schedule.epochs == 1000);  // until the pace is known
    CHECK(choose("By epochs").seconds == 0);
    CHECK(studio.state.preferences.seconds == 0);
    CHECK(choose("10 s").seconds == 10);

    Schedule schedule{.seconds = 10};
    nudge(schedule, 0, 1);
    CHECK(schedule.seconds == 10);
    CHECK(schedule.epochs == 1000);
    nudge(schedule, 1, 0);
    CHECK(schedule.seconds == 0);
    CHECK(schedule.epochs == 1050);
}
