// The window without its panels: folded settings, a presentation, the picture alone.
#include "tests/support/ui_harness.h"

#include <doctest/doctest.h>

using namespace redraw;
using namespace redraw::ui;

TEST_CASE("F9 folds the settings, and the picture gets their room") {
    Studio studio;
    studio.draw();
    const float narrow = studio.state.centre.pane.x;
    REQUIRE(studio.count("Train at") == 1);
    studio.tap(Key::f9);
    CHECK(studio.count("Train at") == 0);
    CHECK(studio.count("Restart") == 1);
    CHECK(studio.state.centre.pane.x == doctest::Approx(narrow + 304 / 2).epsilon(0.01));
    studio.tap(Key::f9);
    CHECK(studio.state.centre.pane.x == narrow);
}

TEST_CASE("full screen is the picture alone, and its keys still work") {
    Studio studio;
    studio.view.fullscreen = true;
    studio.state.centre.mode = ViewMode::drawing;
    studio.draw();
    CHECK(studio.state.centre.pane.x == studio.view.window.x);
    CHECK(studio.state.centre.pane.y == studio.view.window.y);
    for (const char* control : {"Restart", "Export picture…", "Train at"})
        CHECK(studio.count(control) == 0);
    CHECK(running_of(studio.press(Key::space)));
    studio.press(Key::two);
    CHECK(studio.state.centre.mode == ViewMode::wipe);
    studio.press(Key::e, true);
    CHECK(studio.state.sheets.dialog == Dialog::export_picture);
    studio.tap(Key::escape);
    CHECK(asks<request::ToggleFullscreen>(studio.press(Key::escape)));
}

TEST_CASE("a presentation has the number and no panels, also in full screen") {
    Studio studio;
    studio.state.centre.mode = ViewMode::drawing;
    for (const bool fullscreen : {false, true}) {
        studio.view.fullscreen = fullscreen;
        studio.tap(Key::f5);
        CHECK(studio.state.presentation);
        CHECK(studio.state.centre.pane.x == studio.view.window.x);
        CHECK(studio.state.centre.pane.y < studio.view.window.y);
        CHECK(studio.count("Restart") == 0);
        CHECK_FALSE(asks<request::ToggleFullscreen>(studio.press(Key::escape)));
        CHECK_FALSE(studio.state.presentation);
    }
}

TEST_CASE("without a run there is nothing to show alone") {
    Studio studio;
    studio.status = {};
    studio.view.fullscreen = true;
    studio.tap(Key::f5);
    CHECK_FALSE(studio.state.presentation);
    CHECK(studio.count("Open…") == 2);
}

TEST_CASE("what went wrong is said on the stage, too") {
    Studio studio;
    studio.view.fullscreen = true;
    studio.draw();
    CHECK(studio.state.notices.height == 0);
    studio.status.error = "The disk is full.";
    studio.draw();
    CHECK(studio.state.notices.height > 0);
}

TEST_CASE("with the largest text curves and timelapse stay") {
    Studio studio;
    studio.view.window = {1440, 900};
    studio.view.scale = 2.5f;
    studio.draw();
    studio.draw();
    CHECK(studio.count("curves plot") == 1);
    CHECK(studio.count("scrub") == 1);
}
