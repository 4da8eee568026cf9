// Keys, the settings sheet, and presets that the user defines.
#include "ui/actions/keymap.h"
#include "engine/text/numbers.h"
#include "tests/support/ui_harness.h"
#include "ui/kit/fields.h"
#include "ui/kit/settings_text.h"

#include <set>

using namespace redraw;
using namespace redraw::ui;

namespace {

PresetEntry kept(const std::string& name, const std::string& text) {
    PresetEntry entry{"/presets/" + name, name, text, {}, {}};
    try {
        entry.preset = own_preset_from_json(text);
    } catch (const std::exception& error) {
        entry.problem = error.what();
    }
    return entry;
}

const std::vector<PresetEntry>& three() {
    static const std::vector entries{
        kept("Lions", R"({"preset": "grid", "network": {"layers": [32, 32]}})"),
        kept("Broken", R"({"preset": 1})"), kept("Night", R"({"schedule": {"seconds": 3600}})")};
    return entries;
}

}  // namespace

TEST_CASE("a chord is printed") {
    CHECK(text_of(Chord{}) == "");
    CHECK(text_of(Chord{Key::e, true}) == "Ctrl+E");
    CHECK(text_of(Chord{Key::plus, true, true}) == "Ctrl+Shift++");
    CHECK(text_of(Chord{Key::comma, true}) == "Ctrl+,");
    CHECK(text_of(Chord{Key::page_down, false, true}) == "Shift+Page Down");
    CHECK(text_of(Chord{Key::f24}) == "F24");
}

TEST_CASE("every action has a row, and no two rows the same key") {
    for (int action = 0; action <= int(Action::close); ++action) {
        CAPTURE(action);
        CHECK(std::ranges::count(shortcuts(), Action(action), &Shortcut::action) > 0);
    }
    for (const Shortcut& row : shortcuts())
        for (const Shortcut& other : shortcuts())
            if (&row != &other && row.chord.key != Key::none)
                CHECK_FALSE(same_press(row.chord, other.chord));
}

TEST_CASE_FIXTURE(Studio, "texts name the key of an action, or the action if it has none") {
    CHECK(keys_of(Action::share) == "Ctrl+E");
    CHECK(with_keys("Draws it ({}).", Action::actual_size) == "Draws it.");
    CHECK(with_keys("Draws it ({}).", Action::share) == "Draws it (Ctrl+E).");
    CHECK(with_keys("{} takes it back.", Action::undo) == "Ctrl+Z takes it back.");
    CHECK(with_keys("{} is fun.", Action::actual_size) == "Zoom to 100 % is fun.");
}

TEST_CASE("the innermost open layer keeps a key or passes it on") {
    struct Case {
        const char* layer;
        void (*open)(Studio&);
        bool letter, ctrl, function;  // whether letters, Ctrl chords and F9 still run their actions
    };
    const Case cases[] = {
        {"window", [](Studio&) {}, true, true, true},
        {"field", [](Studio& s) { s.click("Max rate"); }, false, false, true},
        {"menu", [](Studio& s) { s.click("View"); }, false, true, true},
        {"control", [](Studio& s) { s.press(Key::tab), s.draw(); }, false, true, true},
        {"sheet", [](Studio& s) { s.press(Key::e, true), s.draw(); }, false, false, true}};
    for (const Case& layer : cases) {
        CAPTURE(layer.layer);
        Studio studio;
        layer.open(studio);
        CHECK(running_of(studio.press(Key::space)).has_value() == layer.letter);
        CHECK(asks<request::CopyDrawing>(studio.press(Key::c, true)) == layer.ctrl);
        const bool folded = studio.state.preferences.side_panel;
        studio.press(Key::f9);
        CHECK((studio.state.preferences.side_panel != folded) == layer.function);
    }
}

TEST_CASE_FIXTURE(Studio, "the settings sheet changes what is remembered") {
    const Preferences& preferences = state.preferences;
    view.runs_folder = "/home/x/.local/share/redraw/runs";
    tap(Key::comma, true);
    click("Light");
    CHECK(preferences.theme == ThemeKind::light);
    click("Dark");
    CHECK(preferences.theme == ThemeKind::dark);
    const auto choose = [&](const char* list, const std::string& item) {
        click(list);
        draw();
        click(item);
        draw();
    };
    choose("quiet mode", "Learn half of the time");
    CHECK(preferences.training_percent == 50);
    choose("until", "Sketch");
    CHECK(preferences.finish == kSketch);
    choose("text size", "125 %");
    CHECK(preferences.text_percent == 125);
    click("Show training pixels");
    CHECK(preferences.training_pixels);
    CHECK(asks<request::OpenOutside>(click("Show the folder")));
    click("All runs…");
    CHECK(state.sheets.dialog == Dialog::runs);
}

TEST_CASE_FIXTURE(Studio, "Help > Guide asks for the guide") {
    click("Help");
    CHECK(asks<request::OpenGuide>(click("Guide")));
}

TEST_CASE("a preset of one's own is chosen, and called by its name then") {
    Studio studio;
    studio.view.presets = three();
    studio.unfold();
    CHECK(asked<presets::Refresh>(studio.click("preset")));
    const auto all = studio.click("Lions");
    const auto config = restart_of(all).value();
    CHECK(config.preset == "grid");
    CHECK(config.network.layers == std::vector{32, 32});
    CHECK(config.data.train_size == studio.status.request.data.train_size);
    Ui ui = studio.ui();
    CHECK(preset_title(ui, config) == "Lions");
    Config edited = config;
    edited.network.layers = {8};
    CHECK(preset_title(ui, edited) == "Grid");
    studio.click("preset");
    CHECK_FALSE(asks<command::Restart>(studio.click("Broken")));
}

TEST_CASE("tanh gets ten minutes where there is no limit; a time that was chosen stays") {
    const auto time_after = [](double seconds, const char* before, const char* chosen) {
        Studio studio;
        studio.status.run_serial = 2;
        studio.status.config.preset = before;
        studio.status.config.schedule.seconds = seconds;
        studio.status.request = studio.status.config;
        studio.unfold();
        studio.click("preset");
        return restart_of(studio.click(chosen)).value().schedule.seconds;
    };
    CHECK(time_after(0, "siren", "Tanh") == 600);
    CHECK(time_after(600, "tanh", "SIREN") == 0);
    for (const double seconds : {10.0, 30.0, 3600.0})
        CHECK(time_after(seconds, "siren", "Tanh") == seconds);
    CHECK(time_after(600, "siren", "Fourier") == 600);
}

TEST_CASE_FIXTURE(Studio, "the sheet of presets keeps, renames, trashes and exports") {
    view.presets = three();
    state.settings.edited.network.layers = {7, 7};
    open(Dialog::presets);
    click("preset name");
    type("siren");
    CHECK_FALSE(asked<presets::Save>(click("Save")));  // a built-in preset has this name
    click("preset name");
    type(" mine");
    const auto saved = asked<presets::Save>(click("Save")).value();
    CHECK(saved.name == "siren mine");
    CHECK(own_preset_from_json(saved.text).config.network.layers == std::vector{7, 7});

    click("Night");
    CHECK(state.sheets.presets.name == "Night");
    CHECK_FALSE(asked<presets::Rename>(click("Rename")));  // the typed name is the old one
    state.sheets.presets.name = "Overnight";
    const auto renamed = asked<presets::Rename>(click("Rename")).value();
    CHECK(renamed.path == "/presets/Night");
    CHECK(renamed.name == "Overnight");

    click("Lions");
    const auto trashed = asked<presets::Trash>(click("Move to trash")).value();
    CHECK(trashed.path == "/presets/Lions");
    click("Export…");
    CHECK(state.sheets.dialog == Dialog::preset_file);
    CHECK(state.sheets.browser.typed == "Lions.redraw-preset.json");
    tap(Key::escape);
    // Cancelling the file sheet returns to the sheet of presets.
    CHECK(state.sheets.dialog == Dialog::presets);

    click("Broken");
    CHECK_FALSE(asks<command::Restart>(click("Use")));
    click("Night");
    CHECK(restart_of(click("Use")).value().schedule.seconds == 3600);
    CHECK(state.sheets.dialog == Dialog::none);
}

TEST_CASE_FIXTURE(Studio, "without a run there is no preset to keep or to use") {
    view.presets = three();
    status = {};
    open(Dialog::presets);
    click("preset name");
    type("x");
    CHECK_FALSE(asked<presets::Save>(click("Save")));
    click("Lions");
    click("Use");
    CHECK(state.sheets.dialog == Dialog::presets);
    click("Import…");
    CHECK(state.sheets.dialog == Dialog::import_preset);
}
