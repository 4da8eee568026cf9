// The window at many sizes, in full screen and in presentations, and its tooltips.
#include "tests/support/drawn_text.h"
#include "tests/support/planned_pictures.h"
#include "tests/support/ui_harness.h"
#include "ui/kit/tooltips.h"

#include <imgui_internal.h>

#include <array>
#include <set>

using namespace redraw;
using namespace redraw::ui;

namespace {

void check_explained(Studio& studio, const std::string& where) {
    studio.settle();
    CHECK(!studio.state.controls.focus.controls.empty());
    for (const Control& control : studio.state.controls.focus.controls) {
        INFO(where, ": ", control.name);
        CHECK(!control.explained.empty());
    }
}

}  // namespace

TEST_CASE_FIXTURE(Studio, "F9 folds the settings, and the picture gets their room") {
    draw();
    const float narrow = state.centre.pane.x;
    REQUIRE(count("Max rate") == 1);
    tap(Key::f9);
    CHECK(count("Max rate") == 0);
    CHECK(count("Pause") == 1);
    CHECK(state.centre.pane.x == doctest::Approx(narrow + 304).epsilon(0.01));
    tap(Key::f9);
    CHECK(state.centre.pane.x == narrow);
}

TEST_CASE_FIXTURE(Studio, "full screen is the picture alone, and its keys still work") {
    view.fullscreen = true;
    state.centre.mode = ViewMode::drawing;
    draw();
    CHECK(state.centre.pane.x == view.window.x);
    CHECK(state.centre.pane.y == view.window.y);
    for (const char* control : {"File", "Export at any size…", "Max rate"})
        CHECK(count(control) == 0);
    CHECK(running_of(press(Key::space)));
    press(Key::two);
    CHECK(state.centre.mode == ViewMode::wipe);
    press(Key::e, true);
    CHECK(state.sheets.dialog == Dialog::export_picture);
    tap(Key::escape);
    CHECK(asks<request::ToggleFullscreen>(press(Key::escape)));
}

TEST_CASE_FIXTURE(Studio, "a presentation has the number and no panels, also in full screen") {
    state.centre.mode = ViewMode::drawing;
    for (const bool fullscreen : {false, true}) {
        view.fullscreen = fullscreen;
        tap(Key::f5);
        CHECK(state.presentation);
        CHECK(state.centre.pane.x == view.window.x);
        CHECK(state.centre.pane.y < view.window.y);
        CHECK(count("File") == 0);
        CHECK_FALSE(asks<request::ToggleFullscreen>(press(Key::escape)));
        CHECK_FALSE(state.presentation);
    }
}

TEST_CASE_FIXTURE(Studio, "without a run there is nothing to show alone") {
    status = {};
    view.fullscreen = true;
    tap(Key::f5);
    CHECK_FALSE(state.presentation);
    CHECK(count("Open…") == 1);
    for (const char* name : {"Learn", "Max rate", "Export at any size…"}) CHECK(count(name) == 0);
}

TEST_CASE_FIXTURE(Studio, "over the picture alone, only what went wrong is said") {
    for (const bool presentation : {false, true}) {
        CAPTURE(presentation);
        view.fullscreen = true;
        state.presentation = presentation;
        settle();
        const ImVec2 pane = state.centre.pane;
        state.notices.message = "A sentence.";
        settle();
        CHECK(state.notices.count == (presentation ? 1 : 0));
        status.error = "The disk is full.";
        settle();
        CHECK(state.notices.count > 0);
        CHECK(state.centre.pane.y == pane.y);
        status.error.clear();
        state.notices.message.clear();
    }
}

TEST_CASE_FIXTURE(Studio, "the settings fit windows of 1280 x 720, 1280 x 800 and 1440 x 900") {
    for (const ImVec2 window : {ImVec2{1280, 720}, {1280, 800}, {1440, 900}, {1920, 1080}}) {
        CAPTURE(window.y);
        view.window = window;
        settle();
        CHECK(ImGui::FindWindowByName("side")->ScrollMax.y == 0);
        for (const char* name : {"add", "Max rate", "Min rate", "finish", "Export at any size…"}) {
            CAPTURE(name);
            REQUIRE(count(name) > 0);
            const Rect at = place(name);
            CHECK(at.height() >= 24);
            CHECK(at.y1 <= window.y);
        }
    }
}

TEST_CASE_FIXTURE(Studio, "in a low window the two rates share a row and are typed into as ever") {
    view.window = {1280, 720};
    settle();
    const Rect most = place("Max rate"), least = place("Min rate");
    CHECK(most.y0 == least.y0);
    CHECK(most.x1 < least.x0);
    click("Min rate");
    type("1e-4");
    press(Key::enter);
    click(kNowhere);
    CHECK(state.settings.edited.schedule.lr_min == doctest::Approx(1e-4));
}

TEST_CASE("at 250 % text the decibels and the timelapse stay, and are used as ever") {
    for (const ImVec2 window : {ImVec2{900, 600}, {1280, 720}, {1440, 900}}) {
        INFO(window.x << ' ' << window.y);
        Studio studio;
        studio.scale_text(2.5f);
        studio.view.window = window;
        studio.settle();
        for (const char* name : {"closeness", "scrub", "play", "left pane"}) {
            CAPTURE(name);
            if (window.x < 1000 && std::string_view(name) == "closeness") continue;  // no room
            REQUIRE(studio.count(name) == 1);
            const Rect at = studio.place(name);
            CHECK(at.x0 >= 0);
            CHECK(at.x1 <= window.x);
            CHECK(at.y1 <= window.y);
            CHECK(at.height() >= 30);
        }
        const Rect strip = studio.place("scrub");
        studio.click(strip.x0 + strip.width() / 2, (strip.y0 + strip.y1) / 2);
        CHECK(studio.state.timelapse.at_step);
    }
}

// Returns the share of the window's pixels that show a 3:2 photograph or its drawing.
double share_of_picture(Studio& studio) {
    studio.settle();
    const Rect pane = studio.place("left pane");
    const Rect shown = pane.fitted(3, 2);
    return double(shown.width()) * shown.height() / (studio.view.window.x * studio.view.window.y);
}

TEST_CASE("the picture has the window, while it is learned and when it is done") {
    struct Size {
        ImVec2 window;
        float text;
        double least;
    };
    for (const Size& size : {Size{{1280, 720}, 1, 0.45},
                             {{900, 600}, 1, 0.35},
                             {{1920, 1080}, 1, 0.5},
                             {{3840, 2160}, 1.5f, 0.5},
                             {{900, 600}, 2.5f, 1.0 / 3}}) {
        const ImVec2 window = size.window;
        const float text = size.text;
        const double least = size.least;
        INFO(window.x << ' ' << window.y << " at " << text);
        Studio studio;
        studio.scale_text(text);
        studio.view.window = window;
        for (const Key view : {Key::four, Key::two}) {
            studio.press(view);
            studio.status.phase = Phase::training;
            const double learning = share_of_picture(studio);
            CHECK(learning >= least);
            studio.status.phase = Phase::finished;
            studio.status.notice = {.text = "Saved a.png.", .saved = "/a.png", .id = 1};
            CHECK(share_of_picture(studio) == learning);
            studio.status.notice = {};
        }
    }
}

TEST_CASE_FIXTURE(Studio, "at any size every sheet is drawn, its buttons side by side") {
    for (const float scale : {1.0f, 1.5f, 2.5f})
        for (const ImVec2 window : {ImVec2{940, 700}, {1280, 720}, {640, 400}, {200, 100}}) {
            INFO(scale << ' ' << window.x);
            scale_text(scale);
            view.window = window;
            for (const Dialog dialog :
                 {Dialog::none, Dialog::export_picture, Dialog::export_film, Dialog::runs,
                  Dialog::race, Dialog::looks, Dialog::preferences, Dialog::presets,
                  Dialog::shortcuts, Dialog::open_file}) {
                state.sheets.dialog = dialog;
                settle();
                if (dialog != Dialog::runs) continue;
                const std::array names{"Open",    "Use its settings", "Compare",
                                       "Rename…", "Free space…",      "Move to trash"};
                for (std::size_t i = 1; i < names.size(); ++i) {
                    if (count(names[i - 1]) == 0 || count(names[i]) == 0) continue;
                    const Rect before = place(names[i - 1]), at = place(names[i]);
                    CHECK((at.x0 >= before.x1 || at.y0 >= before.y1));
                }
            }
            open(Dialog::none);
        }
}

TEST_CASE_FIXTURE(Studio, "epochs are whole, and never run into the time that is left") {
    status.config.schedule.epochs = 625.4;
    status.epoch = 625.4;
    status.phase = Phase::finished;
    for (const float width : {900.0f, 940.0f, 1000.0f, 1280.0f, 1440.0f}) {
        CAPTURE(width);
        view.window = {width, 700};
        settle(2);
        if (count("epochs done") == 0) continue;
        CHECK(place("epochs done").x1 < place("time left").x0);
    }
    CHECK(count("epochs done") == 1);
}

TEST_CASE("every control of the window has a tooltip") {
    struct Scene {
        const char* name;
        void (*set)(Studio&);
    };
    const Scene scenes[] = {
        {"side by side", [](Studio& s) { s.press(Key::one); }},
        {"wipe", [](Studio& s) { s.press(Key::two); }},
        {"difference", [](Studio& s) { s.press(Key::three); }},
        {"drawing", [](Studio& s) { s.press(Key::four); }},
        {"neurons", [](Studio& s) { s.press(Key::five); }},
        {"why", [](Studio& s) { s.press(Key::six); }},
        {"an earlier moment", [](Studio& s) { s.state.timelapse.at_step = 100; }},
        {"a small window",
         [](Studio& s) {
             s.view.window = {900, 500};
         }},
        {"a presentation", [](Studio& s) { s.press(Key::f5); }},
        {"view only", [](Studio& s) { s.status.view_only = "Somebody else trains it."; }},
        {"nothing open", [](Studio& s) { s.status = {}; }},
        {"an error",
         [](Studio& s) {
             s.status.error = "It diverged.";
             s.status.error_kind = Error::Kind::diverged;
         }},
        {"a job", [](Studio& s) { s.status.job = JobStatus{.what = "a.png", .progress = 0.5}; }},
        {"a notice",
         [](Studio& s) { s.status.notice = {.text = "Saved a.png.", .saved = "/tmp/a.png"}; }},
        {"a problem", [](Studio& s) { s.state.settings.problem = "There is no such rate."; }},
        {"many pictures", [](Studio& s) { s.view.batch.open = PlannedPictures(40).view(); }},
    };
    for (const Scene& scene : scenes) {
        Studio studio;
        studio.unfold();
        scene.set(studio);
        check_explained(studio, scene.name);
    }
}

TEST_CASE_FIXTURE(Studio, "every control of a sheet, a menu and a list has a tooltip") {
    status.job.emplace();  // or there would be nothing to ask before quitting
    for (int dialog = 1; dialog <= int(Dialog::confirm_quit); ++dialog) {
        state.sheets.dialog = Dialog(dialog);
        check_explained(*this, "sheet " + std::to_string(dialog));
        open(Dialog::none);
    }
    status.job.reset();
    unfold();
    for (const char* list : {"File", "Edit", "View", "Help", "Preset", "Activation", "Smoothness",
                             "Learn at", "Colour", "Time limit"}) {
        click(list);
        check_explained(*this, list);
        press(Key::escape);
        click(kNowhere);
    }
}

// Dear ImGui aborts if the window of a tooltip appears in the frame in which a modal sheet opens.
TEST_CASE_FIXTURE(Studio, "a tooltip that is due in the frame in which a sheet opens waits") {
    const ImVec2 at = middle("Export at any size…");
    move_and_draw(at);
    view.time += 1;
    press(Key::e, true);
    CHECK(state.sheets.dialog == Dialog::export_picture);
    draw();
    CHECK(count("Cancel") == 1);
}

TEST_CASE_FIXTURE(Studio, "Shift+F1 shows tooltips at once, and Tab then stops at labels too") {
    const auto said = [&] { return state.controls.tooltips.found.text; };
    // With no control under the mouse, the first Tab stop gets the keyboard focus.
    press(Key::f1, false, true);
    settle();
    CHECK(!said().empty());
    CHECK(state.controls.keyboard_focus);
    tap(Key::f1, false, true);
    const std::size_t stops = state.controls.focus.stops.size();
    tap(Key::f1, false, true);
    CHECK(state.sheets.dialog == Dialog::none);
    CHECK(!said().empty());
    CHECK(state.controls.focus.stops.size() > stops);
    std::set<std::string> seen;
    for (std::size_t i = 0; i < 2 * stops; ++i) {
        tap(Key::tab);
        seen.insert(said());
    }
    CHECK(seen.contains(kDecibels));
    CHECK_FALSE(seen.contains(""));
    tap(Key::escape);
    CHECK(state.controls.focus.stops.size() == stops);
    CHECK(state.controls.keyboard_focus);
}

TEST_CASE_FIXTURE(Studio, "the first screen has few words") {
    for (const ImVec2 window : {ImVec2{1280, 720}, {1920, 1080}, {900, 600}}) {
        CAPTURE(window.x);
        view.window = window;
        view.sample = true;
        status.picture = status.target;  // small, as the sample: learned at its own size
        state.settings.edited.network.layers = {64, 64};
        settle();
        std::string all;
        for (const DrawnText& text : drawn_text()) all += text.text + " | ";
        INFO(all);
        CHECK(drawn_text().size() <= 40);
    }
}

TEST_CASE_FIXTURE(Studio, "the divider of a wipe stays over the picture") {
    status.target = gray(20, 60);
    status.picture = gray(200, 600);
    state.centre.mode = ViewMode::wipe;
    settle();
    for (const bool right : {false, true}) {
        const Rect pane = place("left pane");
        drag(middle("wipe"), {right ? pane.x1 - 3 : pane.x0 + 3, middle("wipe").y});
        const Placement at = ui().placement();
        const double x = (state.centre.wipe * pane.width() - at.x) / at.zoom;  // learned pixels
        CHECK(x > 0);
        CHECK(x < status.target->width);
        CHECK((x > status.target->width / 2.0) == right);
    }
}
