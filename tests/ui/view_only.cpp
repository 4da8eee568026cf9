// A run that is only viewed: a line says why, all that would train it is off, all else goes on.
#include "tests/support/ui_harness.h"

#include <doctest/doctest.h>

using namespace redraw;
using namespace redraw::ui;

namespace {

constexpr const char* kWhy = "This is a view of lion.redraw: it is open in another Redraw.";

void make_view(Studio& studio) {
    studio.status.view_only = kWhy;
    studio.status.phase = Phase::paused;
    studio.status.run_path = "/runs/lion.redraw";
    studio.state.timelapse.at_step = 100;
    studio.draw();
    studio.draw();
}

// Clicks and drags all over the window, each time from a window without sheets.
template <class Wanted>
int asked_for(Studio& studio, Wanted wanted) {
    int count = 0;
    const auto view = [&](const std::vector<Requests>& all) { count += any(all, wanted) ? 1 : 0; };
    for (float y = 10; y < studio.view.window.y; y += 26)
        for (float x = 10; x < studio.view.window.x; x += x < 304 ? 34 : 90) {
            view(studio.click(x, y));
            studio.type("7");
            view(studio.drag({x, y}, {x + 30, y - 20}, 2));
            studio.press(Key::escape);
            studio.press(Key::escape);
            studio.state.sheets.dialog = Dialog::none;
            studio.state.timelapse.at_step = 100;
            if (count > 0 && studio.status.view_only.empty()) return count;  // it can be asked for
        }
    return count;
}

}  // namespace

TEST_CASE("a line says why it is only viewed, with its ways out, and cannot be sent away") {
    Studio studio;
    make_view(studio);
    std::vector<Requests> all;
    for (const char* label : {"Open a copy", "Try again"})
        for (const Requests& r : studio.click(label)) all.push_back(r);
    CHECK(asks<command::OpenCopy>(all));
    CHECK(opened(all) == "/runs/lion.redraw");
    CHECK_FALSE(any(all, asks_to_train));
    CHECK(studio.state.notices.height == 46);
    studio.status.error = "Something else.";  // is said beside it
    studio.draw();
    CHECK(studio.state.notices.height == 92);
    studio.status = example_status();
    studio.draw();
    CHECK(studio.state.notices.height == 0);
}

TEST_CASE("no advice is given on a run that is only viewed") {
    Status status = example_status();
    status.phase = Phase::finished;
    const AdviceMemory watched{.run_serial = status.run_serial, .trained = true};
    CHECK(advice(status, watched));
    status.view_only = kWhy;
    CHECK_FALSE(advice(status, watched));
    status.error = "The disk is full.";
    CHECK(advice(status, watched)->sentence == status.error);
}

TEST_CASE("no key asks_to_train what is only viewed; what only looks still works") {
    Studio studio;
    make_view(studio);
    CHECK_FALSE(asks_to_train(studio.press(Key::space)));
    CHECK_FALSE(asks_to_train(studio.press(Key::n)));
    CHECK_FALSE(asks_to_train(studio.press(Key::r, true)));
    CHECK_FALSE(asks_to_train(studio.press(Key::z, true)));
    CHECK_FALSE(asks_to_train(studio.press(Key::y, true)));
    CHECK_FALSE(asks_to_train(studio.press(Key::enter, true)));
    studio.press(Key::right);
    CHECK(studio.state.timelapse.at_step == 110);
    studio.press(Key::plus);
    CHECK(studio.state.centre.canvas.zoom > 0);
    studio.press(Key::p);
    CHECK(studio.state.timelapse.playing);
    studio.press(Key::e, true);
    CHECK(studio.state.sheets.dialog == Dialog::export_picture);
    studio.press(Key::escape);
    studio.press(Key::s, true);
    CHECK(studio.state.sheets.dialog == Dialog::save_copy);
}

TEST_CASE(
    "what was done to the network that is looked at is taken back in a view, too, and nothing "
    "else") {
    Studio studio;
    Settings& settings = studio.state.settings;
    settings.edited.schedule.lr_max = 0.01;
    Requests asked;
    commit(settings, asked);
    make_view(studio);
    NetworkEdits muted;
    muted.muted = {{0, 3}};
    change_network(settings, muted);
    CHECK_FALSE(asks_to_train(studio.press(Key::z, true)));
    CHECK(settings.history.present().network.empty());
    CHECK_FALSE(asks_to_train(studio.press(Key::y, true)));
    CHECK(settings.history.present().network == muted);
    for (int i = 0; i < 3; ++i) CHECK_FALSE(asks_to_train(studio.press(Key::z, true)));
    CHECK(settings.history.present().network.empty());
    CHECK(settings.edited.schedule.lr_max == 0.01);
    CHECK_FALSE(can_undo(settings, true));
    CHECK(can_undo(settings));
}

TEST_CASE("no click or drag in the window trains what is only viewed") {
    for (const bool view : {false, true}) {
        Studio studio;
        studio.state.preferences.more_network = studio.state.preferences.more_schedule = true;
        studio.status.phase = Phase::paused;
        studio.state.timelapse.at_step = 100;
        if (view) make_view(studio);
        CHECK((asked_for(studio, asks_to_train) > 0) == !view);
        if (view) CHECK(studio.state.settings.edited == studio.state.settings.applied);
    }
}

TEST_CASE("a field that is typed into when the run becomes a view takes nothing") {
    Studio studio;
    studio.click("Rate max");
    REQUIRE(ImGui::GetIO().WantTextInput);
    studio.type("3");
    studio.status.view_only = kWhy;
    bool asked = false;
    for (int i = 0; i < 5; ++i) asked |= asks_to_train(studio.draw());
    asked |= any(studio.click(700, 300), asks_to_train);
    CHECK_FALSE(asked);
}

TEST_CASE("the title says that it is only viewed") {
    Status status = example_status();
    status.phase = Phase::paused;
    status.view_only = kWhy;
    CHECK(window_title(status, false) == "lion.png (view only) – Redraw");
}
