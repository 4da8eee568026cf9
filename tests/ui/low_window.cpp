// The left panel in low windows: its last row is not cut, and nothing has to be scrolled to.
#include "tests/support/ui_harness.h"

#include <doctest/doctest.h>
#include <imgui_internal.h>

using namespace redraw;
using namespace redraw::ui;

TEST_CASE("the settings fit windows of 1280 x 720, 1280 x 800 and 1440 x 900") {
    Studio studio;
    for (const ImVec2 window : {ImVec2{1280, 720}, {1280, 800}, {1440, 900}, {1920, 1080}}) {
        CAPTURE(window.y);
        studio.view.window = window;
        for (int i = 0; i < 3; ++i) studio.draw();
        CHECK(ImGui::FindWindowByName("side")->ScrollMax.y == 0);
        for (const char* last : {"Rate max", "Rate min", "Time", "Epochs", "Cool down now",
                                 "Preview it", "Export picture…"}) {
            CAPTURE(last);
            REQUIRE(studio.count(last) > 0);
            const Rect at = studio.place(last);
            CHECK(at.height() >= 24);
            CHECK(at.y1 <= window.y);
        }
    }
}

TEST_CASE("in a low window the two rates share a row and are typed into as ever") {
    Studio studio;
    studio.view.window = {1280, 720};
    for (int i = 0; i < 3; ++i) studio.draw();
    const Rect most = studio.place("Rate max"), least = studio.place("Rate min");
    CHECK(most.y0 == least.y0);
    CHECK(most.x1 < least.x0);
    studio.click("Rate min");
    studio.type("1e-4");
    studio.press(Key::enter);
    studio.click(kNowhere);
    CHECK(studio.state.settings.edited.schedule.lr_min == doctest::Approx(1e-4));
}
