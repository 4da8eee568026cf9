#include "ui/actions/keymap.h"

#include "ui/actions/lesson.h"
#include "ui/kit/sheet.h"

namespace redraw::ui {
namespace {

const Shortcut* row_named(std::string_view name) {
    const auto found = std::ranges::find(
        shortcuts(), name, [](const Shortcut& row) { return std::string_view(row.name); });
    return found == shortcuts().end() ? nullptr : &*found;
}

bool is_fixed(const Shortcut& row) {
    return row.action == Action::close;
}

// The part of the window that receives key presses: a text field being edited, the open sheet, an
// open menu or list, the control with the keyboard focus, or else the window itself.
enum class KeyLayer { field, sheet, menu, control, window };

// Returns which part of the window receives key presses now. `menu_was_open`: a menu was open in
// the frame before; an Escape that has closed it since then still belongs to that menu.
KeyLayer layer_with_keys(const Ui& ui, bool menu_was_open) {
    if (ImGui::GetIO().WantTextInput) return KeyLayer::field;
    if (menu_was_open || something_is_unfolded(ui)) return KeyLayer::menu;
    if (ui.state.sheets.dialog != Dialog::none) return KeyLayer::sheet;
    return ui.state.controls.keyboard_focus ? KeyLayer::control : KeyLayer::window;
}

// Returns true if the part `layer` of the window does not use the key itself, so that the action of
// that key may run.
bool passes_on(const Ui& ui, KeyLayer layer, const Shortcut& action, const KeyPress& press) {
    const Sheet* sheet = open_sheet_row(ui);
    const bool own = sheet && sheet->own_key == press.key;
    if (is_function_key(press.key) && action.traits & Shortcut::anywhere && !own) return true;
    switch (layer) {
        case KeyLayer::field:
            return action.action == Action::close && ui.state.sheets.field_yields;
        case KeyLayer::sheet:
            return action.action == Action::close;
        case KeyLayer::menu:
            return press.ctrl && ui.state.sheets.dialog == Dialog::none;
        case KeyLayer::control:
            return press.ctrl || action.action == Action::close;
        case KeyLayer::window:
            return true;
    }
    return false;
}

void perform_by_key(Ui& ui, KeyLayer layer, const KeyPress& press) {
    for (const Shortcut& action : shortcuts()) {
        const Chord chord = chord_of(ui.state.preferences, action);
        if (!same_press(chord, {press.key, press.ctrl, press.shift})) continue;
        if (!passes_on(ui, layer, action, press)) continue;
        if (!press.repeated || action.traits & Shortcut::repeats) perform(ui, action.action);
        return;
    }
}

void walk_with_tab(Ui& ui, KeyLayer layer, const KeyPress& press) {
    ControlsState& controls = ui.state.controls;
    if (press.key == Key::tab && !press.ctrl) {
        controls.keyboard_focus = true;
        controls.focus.step = press.shift ? -1 : +1;
    }
    if (press.key == Key::enter && layer != KeyLayer::field)
        controls.focus.pressed = controls.keyboard_focus;
}

void let_imgui_navigate(bool on) {
    ImGuiConfigFlags& flags = ImGui::GetIO().ConfigFlags;
    flags = on ? flags | ImGuiConfigFlags_NavEnableKeyboard
               : flags & ~ImGuiConfigFlags_NavEnableKeyboard;
}

}  // namespace

Chord chord_of(const Preferences& preferences, const Shortcut& shortcut) {
    const auto changed = preferences.keys.find(shortcut.name);
    return changed == preferences.keys.end() ? shortcut.chord : changed->second;
}

std::string keys_of(const Ui& ui, Action action) {
    for (const Shortcut& row : shortcuts())
        if (row.action == action)
            if (const Chord chord = chord_of(ui.state.preferences, row); chord.key != Key::none)
                return text_of(chord);
    return "";
}

std::string with_keys(const Ui& ui, std::string_view text, Action action) {
    constexpr std::string_view kBrackets = " ({})", kWord = "{}";
    const std::string keys = keys_of(ui, action);
    std::string said(text);
    if (const auto at = said.find(kBrackets); at != said.npos)
        return said.replace(at, kBrackets.size(), keys.empty() ? "" : " (" + keys + ")");
    const auto at = said.find(kWord);
    if (at == said.npos) return said;
    const auto row = std::ranges::find(shortcuts(), action, &Shortcut::action);
    return said.replace(at, kWord.size(), keys.empty() ? row->what : keys);
}

const Shortcut* holder_of(const Preferences& preferences, Chord chord, const Shortcut& but) {
    if (chord.key == Key::none) return nullptr;
    for (const Shortcut& row : shortcuts())
        if (&row != &but && same_press(chord_of(preferences, row), chord)) return &row;
    return nullptr;
}

std::string why_not_a_key(Chord chord) {
    if (chord.key == Key::escape) return "Esc always closes what is open.";
    if (chord.key == Key::tab && !chord.ctrl) return "Tab always moves through the controls.";
    if (chord.key == Key::enter && !chord.ctrl) return "Enter always presses the focused control.";
    if (chord.key == Key::backspace && !chord.ctrl) return "Backspace always deletes typed text.";
    return "";
}

void give_keys(Preferences& preferences, const Shortcut& shortcut, Chord chord) {
    if (is_fixed(shortcut) || !why_not_a_key(chord).empty()) return;
    if (const Shortcut* holder = holder_of(preferences, chord, shortcut))
        preferences.keys[holder->name] = {};
    if (chord == shortcut.chord)
        preferences.keys.erase(shortcut.name);
    else
        preferences.keys[shortcut.name] = chord;
}

void reset_keys(Preferences& preferences, const Shortcut& shortcut) {
    give_keys(preferences, shortcut, shortcut.chord);
}

KeyChanges usable_keys(const KeyChanges& keys) {
    Preferences usable;
    for (const auto& [name, chord] : keys) {
        const Shortcut* row = row_named(name);
        if (row && !is_fixed(*row) && why_not_a_key(chord).empty()) usable.keys[name] = chord;
    }
    for (const Shortcut& row : shortcuts())  // a default key yields to the user's choice
        if (!usable.keys.contains(row.name) && holder_of(usable, row.chord, row))
            usable.keys[row.name] = {};
    for (const Shortcut& row : shortcuts())  // the first of two actions keeps the key
        while (const Shortcut* other = holder_of(usable, chord_of(usable, row), row))
            usable.keys[other->name] = {};
    return usable.keys;
}

bool take_chord(Ui& ui) {
    PreferencesSheet& sheet = ui.state.sheets.preferences;
    if (ui.state.sheets.dialog != Dialog::preferences || sheet.waits_for.empty()) return false;
    Preferences& preferences = ui.state.preferences;
    const Shortcut* row = row_named(sheet.waits_for);
    for (const KeyPress& press : ui.view.keys) {
        if (press.repeated || !row) continue;
        const bool sign = press.key == Key::plus && !press.ctrl;  // some layouts type + with Shift
        const Chord chord{press.key, press.ctrl, press.shift && !sign};
        const bool agreed = chord == Chord{Key::enter} && sheet.wanted;
        const bool none = chord == Chord{Key::backspace} && !sheet.wanted;
        if (agreed || none) give_keys(preferences, *row, agreed ? *sheet.wanted : Chord{});
        if (agreed || none || press.key == Key::escape) {
            sheet = {.keys = true};
            break;
        }
        sheet.said = why_not_a_key(chord);
        if (!sheet.said.empty()) continue;
        if (holder_of(preferences, chord, *row)) {
            sheet.wanted = chord;  // another action has this key: the user is asked first
        } else {
            give_keys(preferences, *row, chord);
            sheet = {.keys = true};
        }
        break;
    }
    return true;
}

void handle_keys(Ui& ui) {
    if (take_chord(ui)) return let_imgui_navigate(false);
    ControlsState& controls = ui.state.controls;
    const bool menu_was_open = std::exchange(controls.unfolded, something_is_unfolded(ui));
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
        controls.keyboard_focus = controls.explanations.asked = false;
    for (const KeyPress& press : ui.view.keys) {
        walk_with_tab(ui, layer_with_keys(ui, menu_was_open), press);
        const KeyLayer layer = layer_with_keys(ui, menu_was_open);
        const bool plain = !press.ctrl && !press.shift;
        if ((layer == KeyLayer::window ||
             (layer == KeyLayer::control && press.key != Key::enter)) &&
            plain && !press.repeated && lesson_key(ui, press.key))
            continue;
        const auto view_key = ui.centre_view().key;
        if (layer == KeyLayer::window && ui.has_run() && view_key && view_key(ui, press)) continue;
        perform_by_key(ui, layer, press);
    }
    // ImGui navigates a sheet only after Tab was pressed. Otherwise its arrows would move away from
    // the sheet's list, and Enter would press whatever got the focus.
    let_imgui_navigate((controls.keyboard_focus && !controls.focus.holds_arrows) ||
                       something_is_unfolded(ui));
}

}  // namespace redraw::ui
