// Low windows and large text: what is there is not cut, and what matters stays.
#include "tests/support/ui_harness.h"

#include <doctest/doctest.h>
#include <imgui_internal.h>

#include <array>

using namespace redraw;
using namespace redraw::ui;

TEST_CASE("the settings fit windows of 1280 x 720, 1280 x 800 and 1440 x 900") {
    Studio studio;
    for (const ImVec2 window : {ImVec2{1280, 720}, {1280, 800}, {1440, 900}, {1920, 1080}}) {
        CAPTURE(window.y);
        studio.view.window = window;
        studio.settle();
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
    studio.settle();
    const Rect most = studio.place("Rate max"), least = studio.place("Rate min");
    CHECK(most.y0 == least.y0);
    CHECK(most.x1 < least.x0);
    studio.click("Rate min");
    studio.type("1e-4");
    studio.press(Key::enter);
    studio.click(kNowhere);
    CHECK(studio.state.settings.edited.schedule.lr_min == doctest::Approx(1e-4));
}

TEST_CASE("at 250 % text the decibels, the curves and the timelapse stay, and are used as ever") {
    for (const ImVec2 window : {ImVec2{1280, 720}, {1280, 800}, {1440, 900}}) {
        CAPTURE(window.x);
        CAPTURE(window.y);
        Studio studio;
        studio.scale_text(2.5f);
        studio.view.window = window;
        studio.settle();
        for (const char* name : {"closeness", "curves plot", "scrub", "play"}) {
            CAPTURE(name);
            REQUIRE(studio.count(name) == 1);
            const Rect at = studio.place(name);
            CHECK(at.x0 >= 0);
            CHECK(at.x1 <= window.x);
            CHECK(at.y1 <= window.y);
            CHECK(at.height() >= 30);
        }
        const Rect plot = studio.place("curves plot"), strip = studio.place("scrub");
        CHECK(plot.width() > 150);
        CHECK(plot.y1 <= strip.y0);
        studio.click(plot.x0 + plot.width() / 2, (plot.y0 + plot.y1) / 2);
        CHECK(studio.state.timelapse.at_step);
        studio.press(Key::end);
        studio.click(strip.x0 + strip.width() / 2, (strip.y0 + strip.y1) / 2);
        CHECK(studio.state.timelapse.at_step);
    }
}

TEST_CASE("at any size and any text every sheet can be drawn, and buttons lie beside each other") {
    Studio studio;
    for (const float scale : {1.0f, 1.5f, 2.5f})
        for (const ImVec2 window : {ImVec2{940, 700}, {1280, 720}, {640, 400}, {200, 100}}) {
            CAPTURE(scale);
            CAPTURE(window.x);
            studio.scale_text(scale);
            studio.view.window = window;
            for (const Dialog dialog : {Dialog::none, Dialog::export_picture, Dialog::export_film,
                                        Dialog::runs, Dialog::race, Dialog::preferences,
                                        Dialog::presets, Dialog::shortcuts, Dialog::open_file}) {
                studio.state.sheets.dialog = dialog;
                studio.settle();
                if (dialog != Dialog::runs) continue;
                const std::array names{"Open",    "Use its settings", "Compare",
                                       "Rename…", "Free space…",      "Move to trash"};
                for (std::size_t i = 1; i < names.size(); ++i) {
                    if (studio.count(names[i - 1]) == 0 || studio.count(names[i]) == 0) continue;
                    const Rect before = studio.place(names[i - 1]), at = studio.place(names[i]);
                    CHECK((at.x0 >= before.x1 || at.y0 >= before.y1));
                }
            }
            studio.open(Dialog::none);
        }
}

TEST_CASE("epochs are whole, and never run into the time that is left") {
    Studio studio;
    studio.status.config.schedule.epochs = 625.4;
    studio.status.epoch = 625.4;
    studio.status.phase = Phase::finished;
    for (const float width : {900.0f, 940.0f, 1000.0f, 1280.0f, 1440.0f}) {
        CAPTURE(width);
        studio.view.window = {width, 700};
        studio.settle(2);
        if (studio.count("epochs done") == 0) continue;
        CHECK(studio.place("epochs done").x1 < studio.place("time left").x0);
    }
    CHECK(studio.count("epochs done") == 1);
}
