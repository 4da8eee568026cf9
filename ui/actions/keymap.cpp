#include "ui/actions/keymap.h"

#include "ui/kit/sheet.h"

namespace redraw::ui {
namespace {

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
    if (is_function_key(press.key) && action.traits & Shortcut::anywhere) return true;
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
        if (!same_press(action.chord, {press.key, press.ctrl, press.shift})) continue;
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
        controls.focus.pressed = controls.keyboard_focus || layer == KeyLayer::menu;
}

void let_imgui_navigate(bool on) {
    ImGuiConfigFlags& flags = ImGui::GetIO().ConfigFlags;
    flags = on ? flags | ImGuiConfigFlags_NavEnableKeyboard
               : flags & ~ImGuiConfigFlags_NavEnableKeyboard;
}

}  // namespace

std::string keys_of(Action action) {
    for (const Shortcut& row : shortcuts())
        if (row.action == action)
            if (row.chord.key != Key::none) return text_of(row.chord);
    return "";
}

std::string with_keys(std::string_view text, Action action) {
    constexpr std::string_view kBrackets = " ({})", kWord = "{}";
    const std::string keys = keys_of(action);
    std::string said(text);
    if (const auto at = said.find(kBrackets); at != said.npos)
        return said.replace(at, kBrackets.size(), keys.empty() ? "" : " (" + keys + ")");
    const auto at = said.find(kWord);
    if (at == said.npos) return said;
    const auto row = std::ranges::find(shortcuts(), action, &Shortcut::action);
    return said.replace(at, kWord.size(), keys.empty() ? row->what : keys);
}

void handle_keys(Ui& ui) {
    ControlsState& controls = ui.state.controls;
    const bool menu_was_open = std::exchange(controls.unfolded, something_is_unfolded(ui));
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
        controls.keyboard_focus = controls.tooltips.asked = false;
    for (const KeyPress& press : ui.view.keys) {
        walk_with_tab(ui, layer_with_keys(ui, menu_was_open), press);
        const KeyLayer layer = layer_with_keys(ui, menu_was_open);
        const auto view_key = ui.centre_view().key;
        if (layer == KeyLayer::window && ui.has_run() && view_key && view_key(ui, press)) continue;
        const bool plain = !press.ctrl && !press.shift;
        if ((layer == KeyLayer::window ||
             (layer == KeyLayer::control && press.key != Key::enter)) &&
            plain && !press.repeated && ui.state.page && ui.state.page->key(ui, press.key))
            continue;
        perform_by_key(ui, layer, press);
    }
    // ImGui navigates a sheet only after Tab was pressed. Otherwise its arrows would move away from
    // the sheet's list, and Enter would press whatever got the focus.
    let_imgui_navigate((controls.keyboard_focus && !controls.focus.holds_arrows) ||
                       something_is_unfolded(ui));
}

}  // namespace redraw::ui
