// The studio by keyboard alone: Tab visits the visible controls in order, Enter presses them, arrow
// keys change values, and every edit can be undone.
#include "tests/support/ui_harness.h"

#include <imgui_internal.h>

#include <set>

using namespace redraw;
using namespace redraw::ui;

namespace {

ImGuiID tab(Studio& studio, bool back = false) {
    studio.tap(Key::tab, false, back);  // a text field starts editing when Tab reaches it
    return ImGui::GetCurrentContext()->NavId;
}

// Presses Tab until `done` returns true; at most 80 times, more than one round.
template <class Done>
bool tab_until(Studio& studio, Done done) {
    for (int i = 0; i < 80; ++i) {
        tab(studio);
        if (done()) return true;
    }
    return false;
}

std::vector<Requests> enter(Studio& studio) {
    std::vector<Requests> all{studio.press(Key::enter)};
    for (int i = 0; i < 3; ++i) all.push_back(studio.draw());
    return all;
}

const char* focused_window() {
    const ImGuiWindow* window = ImGui::GetCurrentContext()->NavWindow;
    return window ? window->Name : "";
}

}  // namespace

TEST_CASE_FIXTURE(Studio, "Tab visits every stop once, in every part, and comes back") {
    unfold();
    const ImGuiID first = tab(*this);
    std::set<ImGuiID> seen{first};
    std::set<std::string> windows{focused_window()};
    std::vector<ImGuiID> order{first};
    for (ImGuiID id = tab(*this); id != first; id = tab(*this)) {
        REQUIRE(seen.insert(id).second);
        windows.insert(focused_window());
        order.push_back(id);
    }
    CHECK(seen.size() == state.controls.focus.stops.size());
    for (const char* part : {"menus", "bar", "side", "side foot", "main"}) {
        CAPTURE(part);
        CHECK(windows.contains(part));
    }
    for (auto it = order.rbegin(); it != order.rend(); ++it) CHECK(tab(*this, true) == *it);
}

TEST_CASE_FIXTURE(Studio, "Enter presses what Tab reached, and Escape gives the keys back") {
    bool paused = false;
    CHECK(tab_until(*this, [&] {
        if (std::string(focused_window()) != "bar") return false;
        paused = any(enter(*this), [](const Requests& r) { return running_of(r) == false; });
        return true;
    }));
    CHECK(paused);
    // The key P of the action "Play the timelapse" is ignored while a control has the keyboard
    // focus.
    press(Key::p);
    CHECK_FALSE(state.timelapse.playing);
    press(Key::escape);
    CHECK_FALSE(state.controls.keyboard_focus);
    press(Key::p);
    CHECK(state.timelapse.playing);
}

TEST_CASE_FIXTURE(Studio, "a field reached is typed into, and the next Tab takes the text") {
    // Presses Tab until the field of the first layer has the keyboard focus.
    REQUIRE(tab_until(*this, [] { return ImGui::GetIO().WantTextInput; }));
    type("64");
    CHECK(state.settings.edited.network.layers[0] == 128);
    press(Key::tab);
    std::vector<Requests> all;
    for (int i = 0; i < 4; ++i) all.push_back(draw());
    CHECK(any(all, [](const Requests& r) {
        return restart_of(r) && restart_of(r)->network.layers[0] == 64;
    }));
    CHECK(ImGui::GetIO().WantTextInput);  // the second layer's field has the focus
}

TEST_CASE_FIXTURE(Studio, "going back, a field's text is taken too") {
    int fields = 0;
    REQUIRE(tab_until(*this, [&] { return ImGui::GetIO().WantTextInput && ++fields == 2; }));
    type("96");
    tap(Key::tab, false, true);
    CHECK(state.settings.edited.network.layers[1] == 96);
}

TEST_CASE_FIXTURE(Studio, "arrows move the schedule and the timelapse") {
    const Schedule before = state.settings.edited.schedule;
    const ImGuiID schedule = [&] {
        const ImGuiWindow* side = ImGui::FindWindowByName("side");
        return const_cast<ImGuiWindow*>(side)->GetID("schedule");
    }();
    REQUIRE(tab_until(*this, [&] { return ImGui::GetCurrentContext()->NavId == schedule; }));
    press(Key::right);
    press(Key::up);
    const Schedule& now = state.settings.edited.schedule;
    CHECK(now.epochs == before.epochs * 21 / 20);
    CHECK(now.lr_max == doctest::Approx(before.lr_max * 1.1));
    CHECK(state.controls.focus.holds_arrows);
    press(Key::z, true);
    press(Key::z, true);
    CHECK(state.settings.edited.schedule == before);
    const ImGuiID scrub = ImGui::FindWindowByName("main")->GetID("scrub");
    REQUIRE(tab_until(*this, [&] { return ImGui::GetCurrentContext()->NavId == scrub; }));
    press(Key::left);
    CHECK(state.timelapse.at_step);
}

TEST_CASE_FIXTURE(Studio, "an open sheet keeps the walk to itself, and Escape closes it at once") {
    tap(Key::e, true);
    const ImGuiID first = tab(*this);
    int stops = 1;
    while (tab(*this) != first && stops < 60) {
        ++stops;
        CHECK(std::string(focused_window()).find("Share") != std::string::npos);
    }
    CHECK(stops > 5);
    CHECK(stops < 60);
    press(Key::escape);
    // If a text field used the first Escape, the second one closes the sheet.
    if (state.sheets.dialog != Dialog::none) press(Key::escape);
    draw();
    CHECK(state.sheets.dialog == Dialog::none);
}

TEST_CASE_FIXTURE(Studio, "a held key walks on through keyframes, and switches nothing") {
    view.keys = {{Key::space, false, false, true}};
    CHECK_FALSE(running_of(draw()));
    view.keys = {{Key::q, true, false, true}};
    CHECK_FALSE(asks<request::Quit>(draw()));
    view.keys = {{Key::left, false, false, true}};
    draw();
    CHECK(state.timelapse.at_step);
}

TEST_CASE_FIXTURE(Studio, "text is made larger and smaller within limits") {
    draw();
    Ui now = ui();
    perform(now, Action::text_larger);
    CHECK(state.preferences.text_percent == 110);
    for (int i = 0; i < 20; ++i) perform(now, Action::text_larger);
    CHECK(state.preferences.text_percent == 250);
    for (int i = 0; i < 20; ++i) perform(now, Action::text_smaller);
    CHECK(state.preferences.text_percent == 75);
}

TEST_CASE_FIXTURE(Studio, "the list of keys fits a window of 1280 x 800 at twice the size") {
    view.window = {1280, 800};
    tap(Key::f1);
    const ImGuiWindow* sheet = ImGui::FindWindowByName("Redraw " REDRAW_VERSION);
    REQUIRE(sheet);
    CHECK(sheet->ScrollMax.y == 0);
    CHECK(sheet->Size.y <= 800);
}
