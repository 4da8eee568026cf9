// The studio by keyboard alone: Tab reaches what can be seen, in order; Enter acts; arrows move
// what has a use for them; every edit can be taken back.
#include "tests/support/ui_harness.h"

#include <doctest/doctest.h>
#include <imgui_internal.h>

#include <set>

using namespace redraw;
using namespace redraw::ui;

namespace {

ImGuiID tab(Studio& studio, bool back = false) {
    studio.tap(Key::tab, false, back);  // where something is typed into, typing starts
    return ImGui::GetCurrentContext()->NavId;
}

// Tabs until `done`; at most once around.
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

TEST_CASE("Tab visits every stop once, in every part of the window, and comes back") {
    Studio studio;
    studio.state.preferences.more_network = studio.state.preferences.more_schedule = true;
    studio.draw();
    const ImGuiID first = tab(studio);
    std::set<ImGuiID> seen{first};
    std::set<std::string> windows{focused_window()};
    std::vector<ImGuiID> order{first};
    for (ImGuiID id = tab(studio); id != first; id = tab(studio)) {
        REQUIRE(seen.insert(id).second);
        windows.insert(focused_window());
        order.push_back(id);
    }
    CHECK(seen.size() == studio.state.controls.focus.stops.size());
    for (const char* part : {"menus", "bar", "side", "side foot", "main"}) {
        CAPTURE(part);
        CHECK(windows.contains(part));
    }
    for (auto it = order.rbegin(); it != order.rend(); ++it) CHECK(tab(studio, true) == *it);
}

TEST_CASE("Enter presses what Tab reached, and Escape gives the keys back") {
    Studio studio;
    bool paused = false;
    CHECK(tab_until(studio, [&] {
        if (std::string(focused_window()) != "bar") return false;
        paused = any(enter(studio), [](const Requests& r) { return running_of(r) == false; });
        return true;
    }));
    CHECK(paused);
    CHECK_FALSE(asks<command::SingleStep>(studio.press(Key::n)));  // belongs to the walk
    studio.press(Key::escape);
    CHECK_FALSE(studio.state.controls.keyboard_focus);
    CHECK(asks<command::SingleStep>(studio.press(Key::n)));
}

TEST_CASE("a field reached is typed into, and the next Tab takes the text") {
    Studio studio;
    REQUIRE(tab_until(studio, [] { return ImGui::GetIO().WantTextInput; }));  // the first layer
    studio.type("64");
    CHECK(studio.state.settings.edited.network.layers[0] == 128);
    studio.press(Key::tab);
    std::vector<Requests> all;
    for (int i = 0; i < 4; ++i) all.push_back(studio.draw());
    CHECK(any(all, [](const Requests& r) {
        return restart_of(r) && restart_of(r)->network.layers[0] == 64;
    }));
    CHECK(ImGui::GetIO().WantTextInput);  // the second layer's
}

TEST_CASE("going back, a field's text is taken too") {
    Studio studio;
    int fields = 0;
    REQUIRE(tab_until(studio, [&] { return ImGui::GetIO().WantTextInput && ++fields == 2; }));
    studio.type("96");
    studio.tap(Key::tab, false, true);
    CHECK(studio.state.settings.edited.network.layers[1] == 96);
}

TEST_CASE("arrows at the schedule and the timelapse move them, and can be taken back") {
    Studio studio;
    const Schedule before = studio.state.settings.edited.schedule;
    const ImGuiID schedule = [&] {
        const ImGuiWindow* side = ImGui::FindWindowByName("side");
        return const_cast<ImGuiWindow*>(side)->GetID("schedule");
    }();
    REQUIRE(tab_until(studio, [&] { return ImGui::GetCurrentContext()->NavId == schedule; }));
    studio.press(Key::right);
    studio.press(Key::up);
    const Schedule& now = studio.state.settings.edited.schedule;
    CHECK(now.epochs == before.epochs * 21 / 20);
    CHECK(now.lr_max == doctest::Approx(before.lr_max * 1.1));
    CHECK(studio.state.controls.focus.holds_arrows);
    studio.press(Key::z, true);
    studio.press(Key::z, true);
    CHECK(studio.state.settings.edited.schedule == before);

    const ImGuiID scrub = ImGui::FindWindowByName("main")->GetID("scrub");
    REQUIRE(tab_until(studio, [&] { return ImGui::GetCurrentContext()->NavId == scrub; }));
    studio.press(Key::left);
    CHECK(studio.state.timelapse.at_step);
}

TEST_CASE("an open sheet keeps the walk to itself, and Escape closes it at once") {
    Studio studio;
    studio.tap(Key::e, true);
    const ImGuiID first = tab(studio);
    int stops = 1;
    while (tab(studio) != first && stops < 60) {
        ++stops;
        CHECK(std::string(focused_window()).find("Export") != std::string::npos);
    }
    CHECK(stops > 5);
    CHECK(stops < 60);
    studio.press(Key::escape);
    if (studio.state.sheets.dialog != Dialog::none)
        studio.press(Key::escape);  // a field had the first
    studio.draw();
    CHECK(studio.state.sheets.dialog == Dialog::none);
}

TEST_CASE("an open menu keeps Space and the digits, and Escape closes nothing else") {
    Studio studio;
    studio.state.timelapse.at_step = 100;
    studio.click("View");
    CHECK_FALSE(running_of(studio.press(Key::space)));
    studio.press(Key::three);
    CHECK(studio.state.centre.mode == ViewMode::side_by_side);
    studio.press(Key::escape);
    CHECK(studio.state.timelapse.at_step);
    studio.click(kNowhere);
    CHECK(running_of(studio.press(Key::space)) == false);
}

TEST_CASE("a held key walks on through keyframes and edits, and switches nothing in turns") {
    Studio studio;
    studio.view.keys = {{Key::space, false, false, true}};
    CHECK_FALSE(running_of(studio.draw()));
    studio.view.keys = {{Key::r, true, false, true}};
    CHECK_FALSE(restart_of(studio.draw()).has_value());
    studio.view.keys = {{Key::n, false, false, true}};
    CHECK(asks<command::SingleStep>(studio.draw()));
}

TEST_CASE("every part of the configuration that a row edits is undone and redone") {
    Studio studio;
    Settings& settings = studio.state.settings;
    const auto edits = {
        +[](Config& c) { c.data.train_size = {.longer_side = 100}; },
        +[](Config& c) { c.data.channels = ChannelMode::color; },
        +[](Config& c) {
            c.network.layers = {8, 8};
        },
        +[](Config& c) { c.network.first_omega = 40; },
        +[](Config& c) { c.network.hidden_omega = 20; },
        +[](Config& c) { c.network.hidden_gain = 2; },
        +[](Config& c) { c.network.output = OutputMap::sigmoid; },
        +[](Config& c) { c.network.activation = Activation::tanh; },
        +[](Config& c) { c.optimizer.loss = Loss::l1; },
        +[](Config& c) { c.optimizer.beta1 = 0.8; },
        +[](Config& c) { c.data.batch = BatchMode::random, c.data.batch_size = 64; },
        +[](Config& c) { c.seed = 7; },
        +[](Config& c) { c.schedule.lr_max = 1e-3; },
        +[](Config& c) { c.schedule.lr_min = 1e-5; },
        +[](Config& c) { c.schedule.epochs = 77; },
        +[](Config& c) { c.schedule.epoch_offset = 3; },
        +[](Config& c) { c.schedule.warmup_epochs = 2; },
        +[](Config& c) { c.schedule.restart_epochs = 10; },
    };
    for (const auto edit : edits) {
        const Config before = settings.edited;
        edit(settings.edited);
        const Config after = settings.edited;
        committed(settings);
        REQUIRE(settings.problem.empty());
        studio.press(Key::z, true);
        CHECK(settings.edited == before);
        const Requests again = studio.press(Key::z, true, true);
        CHECK(settings.edited == after);
        CHECK_FALSE(asks<command::Restart>(again));
        CHECK((asks<command::Open>(again) || asks<command::SetSchedule>(again)));
    }
}

TEST_CASE("Ctrl+Shift+plus and minus change the size of text, within limits") {
    Studio studio;
    studio.press(Key::plus, true, true);
    CHECK(studio.state.preferences.text_percent == 110);
    for (int i = 0; i < 20; ++i) studio.press(Key::plus, true, true);
    CHECK(studio.state.preferences.text_percent == 250);
    for (int i = 0; i < 20; ++i) studio.press(Key::minus, true, true);
    CHECK(studio.state.preferences.text_percent == 75);
}

TEST_CASE("the list of keys fits a window of 1280 x 800 at twice the size") {
    Studio studio;
    studio.view.window = {1280, 800};
    studio.tap(Key::f1);
    const ImGuiWindow* sheet = ImGui::FindWindowByName("Shortcuts");
    REQUIRE(sheet);
    CHECK(sheet->ScrollMax.y == 0);
    CHECK(sheet->Size.y <= 800);
}
