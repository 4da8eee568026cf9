#include "ui/actions/key_layers.h"

#include "ui/actions/keymap.h"
#include "ui/actions/neuron_choice.h"
#include "ui/kit/focus_order.h"
#include "ui/kit/sheet.h"

namespace redraw::ui {
namespace {

// From the innermost outwards: the first that is open gets the keys.
enum class KeyLayer { field, sheet, menu, control, window };

bool popup_open() {
    return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

// `menu_was_open`: in the last frame. The Escape that has closed it since is still the menu's.
KeyLayer layer_with_keys(const Ui& ui, bool menu_was_open) {
    if (ImGui::GetIO().WantTextInput) return KeyLayer::field;
    if (ui.state.sheets.dialog != Dialog::none) return KeyLayer::sheet;
    if (popup_open() || menu_was_open) return KeyLayer::menu;
    return ui.state.controls.keyboard_focus ? KeyLayer::control : KeyLayer::window;
}

// True if a layer leaves this key to the action.
bool passes_on(const Ui& ui, KeyLayer layer, const Shortcut& action, const KeyPress& press) {
    const Sheet* sheet = open_sheet_row(ui);
    const bool own = sheet && sheet->own_key == press.key;
    if (is_function_key(press.key) && action.traits & Shortcut::anywhere && !own) return true;
    switch (layer) {
        case KeyLayer::field:
            return false;
        case KeyLayer::sheet:
            return action.action == Action::close;
        case KeyLayer::menu:
            return press.ctrl;
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

void handle_keys(Ui& ui) {
    if (take_chord(ui)) return let_imgui_navigate(false);
    ControlsState& controls = ui.state.controls;
    const bool navigated = ImGui::GetIO().ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard;
    const bool menu_was_open = navigated && !controls.keyboard_focus;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
        controls.keyboard_focus = controls.explanations.asked = false;
    for (const KeyPress& press : ui.view.keys) {
        walk_with_tab(ui, layer_with_keys(ui, menu_was_open), press);
        const KeyLayer layer = layer_with_keys(ui, menu_was_open);
        const bool plain = !press.ctrl && !press.shift;
        if (layer == KeyLayer::window && plain && neuron_key(ui, press.key)) continue;
        perform_by_key(ui, layer, press);
    }
    // ImGui navigates a sheet only after Tab was pressed: with the arrows that choose in the
    // sheet's list it would go elsewhere, and Enter would press what it has come to.
    let_imgui_navigate((controls.keyboard_focus && !controls.focus.holds_arrows) ||
                       something_is_unfolded(ui));
}

}  // namespace redraw::ui
