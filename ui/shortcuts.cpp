#include "ui/shortcuts.h"

#include "ui/against.h"
#include "ui/dialogs.h"
#include "ui/pasted_path.h"
#include "ui/timelapse.h"

#include <array>
#include <string>

namespace redraw {
namespace {

constexpr std::array kTable{
    Shortcut{Action::train_or_pause, Key::space, false, false, "Space", "Train or pause",
             "Training"},
    Shortcut{Action::step, Key::n, false, false, "N", "One step", "Training"},
    Shortcut{Action::restart, Key::r, true, false, "Ctrl+R", "Restart from new weights",
             "Training"},
    Shortcut{Action::open, Key::o, true, false, "Ctrl+O", "Open a picture or a run", "File"},
    Shortcut{Action::save_copy, Key::s, true, false, "Ctrl+S", "Save a copy of the run", "File"},
    Shortcut{Action::export_picture, Key::e, true, false, "Ctrl+E", "Export the drawing", "File"},
    Shortcut{Action::export_film, Key::e, true, true, "Ctrl+Shift+E", "Export the film", "File"},
    Shortcut{Action::quit, Key::q, true, false, "Ctrl+Q", "Quit", "File"},
    Shortcut{Action::paste, Key::v, true, false, "Ctrl+V", "Open what was copied", "Edit"},
    Shortcut{Action::undo, Key::z, true, false, "Ctrl+Z", "Take back a setting", "Edit"},
    Shortcut{Action::redo, Key::z, true, true, "Ctrl+Shift+Z", "Bring it back", "Edit"},
    Shortcut{Action::redo, Key::y, true, false, "Ctrl+Y", "Bring it back", "Edit"},
    Shortcut{Action::view_side_by_side, Key::one, false, false, "1", "Side by side", "View"},
    Shortcut{Action::view_wipe, Key::two, false, false, "2", "Wipe", "View"},
    Shortcut{Action::view_difference, Key::three, false, false, "3", "Difference", "View"},
    Shortcut{Action::view_drawing, Key::four, false, false, "4", "Drawing (hold Shift: picture)",
             "View"},
    Shortcut{Action::view_neurons, Key::five, false, false, "5", "Neurons", "View"},
    Shortcut{Action::next_against, Key::b, false, false, "B", "Hold it against something else",
             "View"},
    Shortcut{Action::fit, Key::f, false, false, "F", "Fit the picture", "View"},
    Shortcut{Action::actual_size, Key::zero, true, false, "Ctrl+0", "Zoom to 100 %", "View"},
    Shortcut{Action::zoom_in, Key::plus, false, false, "+", "Zoom in", "View"},
    Shortcut{Action::zoom_out, Key::minus, false, false, "-", "Zoom out", "View"},
    Shortcut{Action::fullscreen, Key::f11, false, false, "F11", "Full screen", "View"},
    Shortcut{Action::earlier, Key::left, false, false, "Left", "One keyframe earlier", "Timelapse"},
    Shortcut{Action::later, Key::right, false, false, "Right", "One keyframe later", "Timelapse"},
    Shortcut{Action::first, Key::home, false, false, "Home", "The first keyframe", "Timelapse"},
    Shortcut{Action::now, Key::end, false, false, "End", "Back to now", "Timelapse"},
    Shortcut{Action::play_timelapse, Key::p, false, false, "P", "Play the timelapse", "Timelapse"},
    Shortcut{Action::shortcuts, Key::f1, false, false, "F1", "This list", "Help"},
    Shortcut{Action::close, Key::escape, false, false, "Esc", "Close what is open", "Help"},
};

void zoom_to(Ui& ui, double zoom) {
    const Image& target = *ui.status.target;
    ui.state.canvas = set_zoom(ui.state.canvas, ui.state.pane, target.width, target.height, zoom);
}

double zoom_now(const Ui& ui) {
    const Image& target = *ui.status.target;
    return place(ui.state.canvas, ui.state.pane, target.width, target.height).zoom;
}

void paste(Ui& ui) {
    const char* copied = ImGui::GetClipboardText();
    const std::string text = copied ? copied : "";
    ui.state.message.clear();
    if (text.empty())
        ui.requests.paste_picture = true;
    else if (const auto path = pasted_path(text, ui.view.home_folder))
        ui.requests.open = *path;
    else
        ui.state.message = kNothingToPaste;
}

}  // namespace

std::span<const Shortcut> shortcuts() {
    return kTable;
}

const char* keys_of(Action action) {
    for (const Shortcut& shortcut : kTable)
        if (shortcut.action == action) return shortcut.keys;
    return "";
}

void perform(Ui& ui, Action action) {
    UiState& s = ui.state;
    Requests& r = ui.requests;
    switch (action) {
        case Action::train_or_pause:
            if (ui.has_run() && ui.status.phase != Phase::finished) r.running = !ui.running();
            break;
        case Action::step:
            if (ui.has_run()) r.single_step = true;
            break;
        case Action::restart:
            if (!ui.has_run()) break;
            s.settings.asked = s.settings.edited;
            s.settings.asked_by_opening = false;
            r.restart = s.settings.edited;
            break;
        case Action::open:
            open_dialog(ui, Dialog::open_file);
            break;
        case Action::save_copy:
            if (ui.has_run()) open_dialog(ui, Dialog::save_copy);
            break;
        case Action::export_picture:
            if (ui.has_run()) open_dialog(ui, Dialog::export_picture);
            break;
        case Action::export_film:
            if (ui.has_run()) open_dialog(ui, Dialog::export_film);
            break;
        case Action::quit:
            ask_to_quit(ui);
            break;
        case Action::paste:
            paste(ui);
            break;
        case Action::undo:
            undo(s.settings, r);
            break;
        case Action::redo:
            redo(s.settings, r);
            break;
        case Action::view_side_by_side:
            s.mode = ViewMode::side_by_side;
            break;
        case Action::view_wipe:
            s.mode = ViewMode::wipe;
            break;
        case Action::view_difference:
            s.mode = ViewMode::difference;
            break;
        case Action::view_drawing:
            s.mode = ViewMode::drawing;
            break;
        case Action::view_neurons:
            s.mode = ViewMode::neurons;
            break;
        case Action::next_against:
            if (ui.has_run()) choose_next_against(ui);
            break;
        case Action::fit:
            s.canvas = {};
            break;
        case Action::actual_size:
            if (ui.has_run()) zoom_to(ui, 1);
            break;
        case Action::zoom_in:
            if (ui.has_run()) zoom_to(ui, next_zoom(zoom_now(ui), +1));
            break;
        case Action::zoom_out:
            if (ui.has_run()) zoom_to(ui, next_zoom(zoom_now(ui), -1));
            break;
        case Action::earlier:
            step_keyframe(ui, -1);
            break;
        case Action::later:
            step_keyframe(ui, +1);
            break;
        case Action::first:
            show_first_keyframe(ui);
            break;
        case Action::now:
            show_now(ui);
            break;
        case Action::play_timelapse:
            play_or_pause_timelapse(ui);
            break;
        case Action::fullscreen:
            r.toggle_fullscreen = true;
            break;
        case Action::shortcuts:
            if (s.dialog == Dialog::none) open_dialog(ui, Dialog::shortcuts);
            break;
        case Action::close:
            if (s.keyboard_walk)
                s.keyboard_walk = false;
            else if (s.dialog != Dialog::none)
                close_current_dialog(ui);
            else if (ui.view.fullscreen)
                r.toggle_fullscreen = true;
            else if (s.timelapse.at_step)
                show_now(ui);
            break;
    }
}

void handle_keys(Ui& ui) {
    UiState& s = ui.state;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) s.keyboard_walk = false;
    const bool typing = ImGui::GetIO().WantTextInput;
    for (const KeyPress& press : ui.view.keys) {
        if (press.key == Key::tab && !press.ctrl) s.keyboard_walk = true;
        const bool shifted_sign = press.key == Key::plus;  // some layouts need Shift for it
        for (const Shortcut& shortcut : kTable) {
            if (shortcut.key != press.key || shortcut.ctrl != press.ctrl) continue;
            if (shortcut.shift != press.shift && !shifted_sign) continue;
            const bool always = shortcut.key == Key::f1 || shortcut.key == Key::f11;
            const bool leaving = shortcut.action == Action::close;
            if (typing && !always) continue;  // Escape, too, belongs to the field first
            // An open sheet or a walk through the controls keeps the keys to itself.
            const bool busy = s.dialog != Dialog::none || s.keyboard_walk;
            if (busy && !always && !leaving && !shortcut.ctrl) continue;
            if (s.dialog != Dialog::none && !always && !leaving) continue;
            perform(ui, shortcut.action);
            break;
        }
    }
    ImGuiIO& io = ImGui::GetIO();
    const bool popup =
        ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    if (s.keyboard_walk || popup)
        io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    else
        io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
}

}  // namespace redraw
