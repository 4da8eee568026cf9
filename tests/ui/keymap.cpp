// Key bindings and presets that the user defines.
#include "ui/actions/keymap.h"
#include "engine/text/numbers.h"
#include "tests/support/ui_harness.h"
#include "ui/kit/fields.h"

#include <set>

using namespace redraw;
using namespace redraw::ui;

namespace {

const Shortcut& row_called(std::string_view name) {
    for (const Shortcut& row : shortcuts())
        if (name == row.name) return row;
    throw std::runtime_error("no such action");
}

const Chord kX{Key::x}, kCtrlE{Key::e, true}, kF7{Key::f7};

void open_keys(Studio& studio) {
    studio.tap(Key::comma, true);
    studio.click("Keys");
    studio.draw();
}

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

TEST_CASE("a chord is read as it is printed") {
    for (const Chord chord : {Chord{}, kX, kCtrlE, Chord{Key::plus, true, true}, Chord{Key::period},
                              kF7, Chord{Key::f24}, Chord{Key::page_down, false, true},
                              Chord{Key::nine}, Chord{Key::left_bracket, true}}) {
        CAPTURE(text_of(chord));
        CHECK(chord_from(text_of(chord)) == chord);
    }
    CHECK(text_of({Key::plus, true, true}) == "Ctrl+Shift++");
    for (const char* text : {"ctrl+e", "Ctrl+", "F0", "F25", "F1x", "Alt+E", "e", "Shift+Ctrl+E",
                             "\xff", "Ctrl+Ctrl+E"})
        CHECK_FALSE(chord_from(text));
}

TEST_CASE("every action has a row and a name of its own, and none the same key") {
    std::set<std::string_view> names;
    for (const Shortcut& row : shortcuts()) CHECK(names.insert(row.name).second);
    for (int action = 0; action <= int(Action::close); ++action) {
        CAPTURE(action);
        CHECK(std::ranges::count(shortcuts(), Action(action), &Shortcut::action) > 0);
    }
    CHECK(usable_keys({}).empty());
}

TEST_CASE("a key that is given acts, and is nobody else's any more") {
    Studio studio;
    Preferences& preferences = studio.state.preferences;
    const Shortcut &dive = row_called("dive"), &picture = row_called("export_picture");
    CHECK(holder_of(preferences, kCtrlE, dive) == &picture);
    give_keys(preferences, dive, kCtrlE);
    CHECK(chord_of(preferences, picture).key == Key::none);
    CHECK(usable_keys(preferences.keys) == preferences.keys);
    studio.press(Key::e, true);
    CHECK(studio.state.sheets.dialog == Dialog::none);  // Ctrl+E no longer opens the export sheet
    Ui ui = studio.ui();
    CHECK(keys_of(ui, Action::dive) == "Ctrl+E");
    CHECK(with_keys(ui, "Draws it ({}).", Action::export_picture) == "Draws it.");
    CHECK(with_keys(ui, "Draws it ({}).", Action::dive) == "Draws it (Ctrl+E).");
    CHECK(with_keys(ui, "{} takes it back.", Action::undo) == "Ctrl+Z takes it back.");
    reset_keys(preferences, picture);
    CHECK(chord_of(preferences, picture) == kCtrlE);
    CHECK(chord_of(preferences, dive).key == Key::none);
    reset_keys(preferences, dive);
    CHECK(preferences.keys.empty());
    give_keys(preferences, row_called("step"), kF7);
    CHECK(asks<command::SingleStep>(studio.press(Key::f7)));
    CHECK_FALSE(asks<command::SingleStep>(studio.press(Key::n)));
    give_keys(preferences, row_called("race"), {Key::six});  // the action "race" has no default key
    studio.press(Key::six);
    CHECK(studio.state.sheets.dialog == Dialog::race);
}

TEST_CASE(
    "Esc, Tab and Enter keep their meaning, and a settings file that says otherwise is not heard") {
    Preferences preferences;
    for (const Chord fixed :
         {Chord{Key::escape}, Chord{Key::tab}, Chord{Key::enter}, Chord{Key::backspace}}) {
        CHECK_FALSE(why_not_a_key(fixed).empty());
        give_keys(preferences, row_called("step"), fixed);
    }
    give_keys(preferences, row_called("close"), kX);
    CHECK(preferences.keys.empty());
    const KeyChanges hostile{{"close", kX},
                             {"step", {Key::escape}},
                             {"no such action", kX},
                             {"dive", kCtrlE},  // Ctrl+E belongs to the picture export by default
                             {"fit", kX},
                             {"undo", kX}};  // X is given to two actions
    const KeyChanges usable = usable_keys(hostile);
    preferences.keys = usable;
    for (const Shortcut& row : shortcuts())
        CHECK(holder_of(preferences, chord_of(preferences, row), row) == nullptr);
    CHECK_FALSE(usable.contains("close"));
    CHECK_FALSE(usable.contains("no such action"));
    CHECK(chord_of(preferences, row_called("dive")) == kCtrlE);
    CHECK(chord_of(preferences, row_called("export_picture")) == Chord{});
}

TEST_CASE("the default key of an action yields to whom its user gave it") {
    // Keys that were saved before 6 and F6 became default keys of other actions.
    const KeyChanges older{{"dive", {Key::six}}, {"fit", {Key::f6}}};
    Preferences preferences;
    preferences.keys = usable_keys(older);
    CHECK(chord_of(preferences, row_called("dive")) == Chord{Key::six});
    CHECK(chord_of(preferences, row_called("fit")) == Chord{Key::f6});
    for (const char* newer : {"view_scan_line", "lessons"})
        CHECK(chord_of(preferences, row_called(newer)) == Chord{});
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
        CHECK(asks<command::SingleStep>(studio.press(Key::n)) == layer.letter);
        CHECK(running_of(studio.press(Key::space)).has_value() == layer.letter);
        CHECK(asks<command::Restart>(studio.press(Key::r, true)) == layer.ctrl);
        const bool folded = studio.state.preferences.side_panel;
        studio.press(Key::f9);
        CHECK((studio.state.preferences.side_panel != folded) == layer.function);
    }
    Studio studio;  // in the list of runs F2 renames, even if an action has the key F2
    give_keys(studio.state.preferences, row_called("side_panel"), {Key::f2});
    studio.tap(Key::o, true, true);
    studio.press(Key::f2);
    CHECK(studio.state.preferences.side_panel);
    studio.open(Dialog::none);
    studio.press(Key::f2);
    CHECK_FALSE(studio.state.preferences.side_panel);
}

TEST_CASE_FIXTURE(Studio, "in the settings keys are taken, asked about and reset") {
    const Preferences& preferences = state.preferences;
    open_keys(*this);
    CHECK(state.sheets.dialog == Dialog::preferences);
    click("N");  // the key of the action "One step"
    CHECK_FALSE(asks<command::SingleStep>(press(Key::x)));
    CHECK(chord_of(preferences, row_called("step")) == kX);
    draw();

    click("X");
    press(Key::tab);  // Tab is refused with a message, and the sheet still waits for a key
    CHECK_FALSE(state.sheets.preferences.said.empty());
    press(Key::e, true);
    CHECK(state.sheets.preferences.wanted == kCtrlE);
    click("Cancel");
    CHECK(chord_of(preferences, row_called("step")) == kX);
    click("X");
    press(Key::e, true);
    click("Use it");
    CHECK(chord_of(preferences, row_called("step")) == kCtrlE);
    CHECK(chord_of(preferences, row_called("export_picture")).key == Key::none);

    click("Ctrl+R");
    press(Key::escape);  // Esc stops the wait for a key; the sheet stays open
    draw();
    CHECK(state.sheets.dialog == Dialog::preferences);
    CHECK(state.sheets.preferences.waits_for.empty());
    click("Ctrl+O");  // a taken key is confirmed with Enter, without the mouse
    press(Key::s, true);
    press(Key::enter);
    CHECK(chord_of(preferences, row_called("open")) == Chord{Key::s, true});
    draw();
    click("Ctrl+S");
    press(Key::backspace);
    CHECK(chord_of(preferences, row_called("open")).key == Key::none);
    draw();

    click("Ctrl+R");
    draw();
    click("No key");
    CHECK(chord_of(preferences, row_called("restart")).key == Key::none);
    click("Reset all");
    CHECK(preferences.keys.empty());
    tap(Key::escape);
    CHECK(state.sheets.dialog == Dialog::none);
}

TEST_CASE_FIXTURE(Studio, "the settings' first page changes what is remembered") {
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
    choose("quiet mode", "Train half of the time");
    CHECK(preferences.training_percent == 50);
    choose("time for a picture", time_span(3600));
    CHECK(preferences.seconds == 3600);
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

TEST_CASE("tanh gets ten minutes in place of the usual time; a time that was chosen stays") {
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
    CHECK(time_after(10, "siren", "Tanh") == 600);
    CHECK(time_after(600, "tanh", "SIREN") == 10);
    for (const double seconds : {0.0, 30.0, 3600.0})
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
