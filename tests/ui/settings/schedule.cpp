#include "engine/network/schedule.h"
#include "engine/data/batch_by_size.h"
#include "engine/text/numbers.h"
#include "tests/support/ui_harness.h"

using namespace redraw;
using namespace redraw::ui;

namespace {

// A schedule plot: 1,000 epochs over 200 px, and learning rates up to 2e-3 over 100 px.
SchedulePlot plain_plot() {
    return {{10, 210, 1000}, 1, 20, 120, 2e-3};
}

void check_valid(const Schedule& schedule) {
    Config config;
    config.schedule = schedule;
    validate(config);
}

// Returns the position of the handle for the schedule's end, in the left panel's plot.
ImVec2 end_handle(const Studio& studio) {
    const Rect plot = studio.place("schedule plot");
    return {plot.x1, plot.y1};
}

}  // namespace

TEST_CASE("dragging the schedule's handles gives numbers one would type") {
    const SchedulePlot plot = plain_plot();
    Schedule schedule;
    drag(schedule, Handle::rate_max, plot, {0, 70});  // dragged to half the plot's height
    CHECK(schedule.lr_max == doctest::Approx(1e-3));
    // Dragged far below the plot, the maximum rate stays positive.
    drag(schedule, Handle::rate_max, plot, {0, 10'000});
    CHECK(schedule.lr_max > 0);
    schedule = {};
    drag(schedule, Handle::end_and_min, plot, {110, 120});
    CHECK(schedule.epochs == 500);
    CHECK(schedule.lr_min == 0);
    drag(schedule, Handle::end_and_min, plot, {-500, -500});
    CHECK(schedule.epochs == 1);
    CHECK(schedule.lr_min <= schedule.lr_max);
    check_valid(schedule);
    // The end of the schedule cannot be dragged before epoch 321, the least allowed here.
    drag(schedule, Handle::end_and_min, plot, {-500, 120}, 321);
    CHECK(schedule.epochs == 321);
    CHECK(two_digits(1234) == 1200);
    CHECK(two_digits(0.00187) == 0.0019);
    CHECK(number(two_digits(0.00180001)) == "1.8e-3");
}

TEST_CASE("any drag to anywhere makes a valid schedule, on any axis") {
    for (const bool logarithmic : {false, true})
        for (const Handle handle : {Handle::rate_max, Handle::warmup, Handle::end_and_min})
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
        drag(schedule, Handle::end_and_min, plot, {plot.x_of(end), y});
        CHECK(learning_rate(schedule, end) == doctest::Approx(plot.rate_at(y)).epsilon(0.05));
        CHECK(place_of(Handle::end_and_min, schedule, plot).y == doctest::Approx(y).epsilon(0.03));
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
    CHECK(schedule.warmup_epochs == 1000);  // the warm-up is at most the whole run
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
        // Each restart jumps from the bottom to the top of the plot at one x.
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
        CHECK(jumps == 3);  // restarts at epochs 100, 300 and 700
        CHECK(next_restart(restarts, 0) == 100);
        CHECK(next_restart(restarts, 100) == 300);
        CHECK(std::isinf(next_restart(plain, 0)));
        // The curve of thousands of cycles is a filled band, drawn with few points.
        CHECK(schedule_points({.epochs = 100'000, .restart_epochs = 1}, plot, 0).size() < 1000);
    }
}

TEST_CASE_FIXTURE(Studio, "while a handle is dragged the axes of the run stand still") {
    open_curves();
    const ImVec2 end = end_handle(*this);
    const float quarter = place("schedule plot").width() / 4;
    move_and_draw(end);
    button_and_draw(true);
    move_and_draw({end.x - quarter, end.y});
    draw();
    CHECK(state.settings.edited.schedule.epochs == 750);
    status.config.schedule.epochs = status.total_steps = 750;
    draw();  // the axis still has 1,000 epochs, until the mouse is released
    CHECK(state.schedule_drag.total_steps == 1000);
    CHECK(state.settings.edited.schedule.epochs == 750);
    button_and_draw(false);
    draw();
    CHECK(state.schedule_drag.total_steps == 750);
    CHECK(schedule_of(press(Key::z, true))->epochs == 1000);
}

TEST_CASE_FIXTURE(Studio, "a handle is let go when its plot is gone, and with another run") {
    const ImVec2 end = end_handle(*this);
    const auto take = [&] {
        move_and_draw(end);
        button_and_draw(true);
        move_and_draw({end.x - 60, end.y});
        draw();
        REQUIRE(state.schedule_drag.handle != Handle::none);
    };
    take();
    press(Key::f9);  // closes the panel
    CHECK(state.settings.history.size() == 1);
    button(false);
    Requests asked = draw();
    if (!schedule_of(asked)) asked = draw();
    REQUIRE(schedule_of(asked));
    CHECK((newest<&command::SetSchedule::final>(asked) == true));
    CHECK(state.settings.history.size() == 2);

    tap(Key::f9);
    status.config.schedule = state.settings.edited.schedule;
    draw();
    press(Key::z, true);
    status.config.schedule = state.settings.edited.schedule;
    draw();
    take();
    ++status.run_serial;
    draw();
    move(end.x - 90, end.y);
    CHECK_FALSE(schedule_of(draw()));
    button(false);
    CHECK_FALSE(schedule_of(draw()));
    CHECK_FALSE(schedule_of(draw()));
}

TEST_CASE_FIXTURE(Studio, "on the curves one scrubs, and changes nothing") {
    open_curves();
    state.preferences.log_epochs = false;
    draw();
    const Rect plot = place("curves plot");
    const float middle = (plot.y0 + plot.y1) / 2;
    CHECK_FALSE(schedule_of(click(plot.x0 + plot.width() * 0.2f, middle)).has_value());
    CHECK(last.view.at_step == 200);
    CHECK_FALSE(schedule_of(drag(plot.max(), {plot.x1 - 100, middle})).has_value());
}

TEST_CASE_FIXTURE(Studio, "a handle says what it does once the mouse rests on it") {
    const auto windows = [&] {  // one draw list more while a tooltip is shown
        return ImGui::GetDrawData()->CmdListsCount;
    };
    const int before = windows();
    const ImVec2 end = end_handle(*this);
    move(end.x, end.y);
    int frames = 0;  // draws only the frames that the window asks for, as when idle
    do {
        if (last.redraw_within < 1e6) view.time += last.redraw_within;
        draw();
    } while (last.redraw_within < 1e6 && ++frames < 60);
    CHECK(frames < 60);
    CHECK(windows() == before + 1);
    move_and_draw(kNowhere);
    draw();
    CHECK(windows() == before);
}

TEST_CASE_FIXTURE(Studio, "the left panel has handles for the warm-up, the rate and the end") {
    const Rect plot = place("schedule plot");
    const Schedule& schedule = state.settings.edited.schedule;
    drag({plot.x0 + plot.width() * 10 / 1000, plot.y1}, {plot.x0 + 24, plot.y1});
    CHECK(schedule.warmup_epochs == doctest::Approx(100).epsilon(0.06));
    CHECK(schedule.lr_max == 2e-3);
    CHECK(schedule.epochs == 1000);
    CHECK(state.settings.history.size() == 2);
    CHECK(schedule_of(press(Key::z, true))->warmup_epochs == Schedule{}.warmup_epochs);
    int live = 0, final = 0;
    for (const Requests& r : drag(plot.min(), {plot.x0, (plot.y0 + plot.y1) / 2}, 12)) {
        live += schedule_of(r).has_value();
        final += schedule_of(r) && (newest<&command::SetSchedule::final>(r) == true);
        CHECK_FALSE(restart_of(r));
    }
    CHECK(final == 1);
    CHECK(live >= 6);
    CHECK(schedule.lr_max == doctest::Approx(1e-3).epsilon(0.1));
    CHECK(state.settings.history.size() == 2);
    CHECK(schedule_of(press(Key::z, true))->lr_max == 2e-3);
    drag(plot.max(), {(plot.x0 + plot.x1) / 2, plot.y1}, 12);
    CHECK(schedule.epochs == doctest::Approx(500).epsilon(0.05));
}

TEST_CASE_FIXTURE(Studio, "the slider says how far this run and the next pictures go") {
    draw();
    const Rect track = place("finish");
    const float y = (track.y0 + track.y1) / 2;
    const auto epochs = [&](double finish) {
        return with_finish(status.config, finish, ui().picture_size()).schedule.epochs;
    };
    drag({(track.x0 + track.x1) / 2, y}, {track.x1 + 20, y}, 4);
    CHECK(state.preferences.finish == kPerfect);
    CHECK(state.settings.edited.schedule.epochs == epochs(kPerfect));
    CHECK(schedule_of(press(Key::z, true))->epochs == status.config.schedule.epochs);
    drag({(track.x0 + track.x1) / 2, y}, {track.x0 - 20, y}, 4);
    CHECK(state.preferences.finish == kSketch);
    CHECK(state.settings.edited.schedule.epochs == epochs(kSketch));
}

TEST_CASE_FIXTURE(Studio, "a time is chosen, kept, and left for a number of epochs") {
    unfold();
    const auto choose = [&](const char* name) {
        click("Time limit");
        for (const Requests& asked : click(name))
            if (auto schedule = schedule_of(asked)) return *schedule;
        FAIL("nothing was asked for");
        return Schedule{};
    };
    CHECK(choose("1 min").seconds == 60);
    CHECK(state.preferences.seconds == 60);
    // With a time limit, the epochs stay unchanged until the training speed is known.
    CHECK(state.settings.edited.schedule.epochs == 1000);
    CHECK(choose("None").seconds == 0);
    CHECK(state.preferences.seconds == 0);
    CHECK(choose("10 s").seconds == 10);
    Schedule schedule{.seconds = 10};
    nudge(schedule, 0, 1);
    CHECK(schedule.seconds == 10);
    CHECK(schedule.epochs == 1000);
    nudge(schedule, 1, 0);
    CHECK(schedule.seconds == 0);
    CHECK(schedule.epochs == 1050);
}
