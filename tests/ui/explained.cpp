// Tooltips: every control has one, it appears beside its control once the mouse has rested, and
// Shift+F1 shows it at once.
#include "tests/support/planned_pictures.h"
#include "tests/support/ui_harness.h"
#include "ui/kit/controls.h"

#include <doctest/doctest.h>
#include <imgui_internal.h>

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
             s.status.error_kind = ErrorKind::diverged;
         }},
        {"a job", [](Studio& s) { s.status.job = JobStatus{.what = "a.png", .progress = 0.5}; }},
        {"a notice",
         [](Studio& s) { give_notice(s.status, {.text = "Saved a.png.", .saved = "/tmp/a.png"}); }},
        {"a problem", [](Studio& s) { s.state.settings.problem = "There is no such rate."; }},
        {"many pictures", [](Studio& s) { s.view.queue = PlannedPictures(40).view(); }},
    };
    for (const Scene& scene : scenes) {
        Studio studio;
        studio.state.preferences.more_network = studio.state.preferences.more_schedule = true;
        studio.view.window = {1440, 2400};
        scene.set(studio);
        check_explained(studio, scene.name);
    }
}

TEST_CASE("every control of a sheet, a menu and a list has a tooltip") {
    Studio studio;
    for (int dialog = 1; dialog <= int(Dialog::confirm_quit); ++dialog) {
        studio.state.sheets.dialog = Dialog(dialog);
        check_explained(studio, "sheet " + std::to_string(dialog));
        studio.open(Dialog::none);
    }
    for (const char* list : {"File", "Edit", "View", "Help", "Preset", "Activation", "Smoothness",
                             "Train at", "Colour", "Time"}) {
        studio.click(list);
        check_explained(studio, list);
        studio.press(Key::escape);
        studio.click(kNowhere);
    }
}

TEST_CASE("a tooltip appears beside its control once the mouse has rested") {
    Studio studio;
    const auto shown = [] {
        const ImGuiContext& g = *ImGui::GetCurrentContext();
        const auto found = std::ranges::find_if(g.Windows, [](const ImGuiWindow* window) {
            return window->Active && (window->Flags & ImGuiWindowFlags_Tooltip);
        });
        return found == g.Windows.end() ? nullptr : *found;
    };
    for (const char* name : {"closeness", "Epochs", "Open…", "Side by side", "Export picture…"}) {
        CAPTURE(name);
        const ImVec2 at = studio.middle(name, 0);
        const Rect place = studio.place(name, 0);
        studio.move_and_draw(at);
        CHECK(shown() == nullptr);
        studio.view.time += 0.5;
        studio.draw();
        studio.draw();
        REQUIRE(shown());
        const ImRect said = shown()->Rect();
        CHECK_FALSE(said.Overlaps(ImRect(place.min(), place.max())));
        CHECK(said.Min.x >= 0);
        CHECK(said.Max.x <= studio.view.window.x);
        CHECK(said.Max.y <= studio.view.window.y);
        studio.move_and_draw(kNowhere);
        studio.draw();
    }
}

// ImGui ends the program where a window comes up beside a sheet of the same frame.
TEST_CASE("a tooltip that is due in the frame in which a sheet opens waits") {
    Studio studio;
    const ImVec2 at = studio.middle("Export picture…");
    studio.move_and_draw(at);
    studio.view.time += 0.5;
    studio.press(Key::e, true);
    CHECK(studio.state.sheets.dialog == Dialog::export_picture);
    studio.draw();
    CHECK(studio.count("Cancel") == 1);
}

TEST_CASE("Shift+F1 shows tooltips at once, and Tab then stops at labels too") {
    Studio studio;
    const auto said = [&] { return studio.state.controls.explanations.found.text; };
    studio.press(Key::f1, false, true);  // with the mouse on nothing: the walk begins
    studio.settle();
    CHECK(!said().empty());
    CHECK(studio.state.controls.keyboard_focus);
    studio.tap(Key::f1, false, true);
    const std::size_t stops = studio.state.controls.focus.stops.size();
    studio.tap(Key::f1, false, true);
    CHECK(studio.state.sheets.dialog == Dialog::none);
    CHECK(!said().empty());
    CHECK(studio.state.controls.focus.stops.size() > stops);
    std::set<std::string> seen;
    for (std::size_t i = 0; i < 2 * stops; ++i) {
        studio.tap(Key::tab);
        seen.insert(said());
    }
    CHECK(seen.contains(kDecibels));
    CHECK_FALSE(seen.contains(""));
    studio.tap(Key::escape);
    CHECK(studio.state.controls.focus.stops.size() == stops);
    CHECK(studio.state.controls.keyboard_focus);
}
