#include "ui/actions/shortcuts.h"

#include "ui/actions/against.h"
#include "ui/actions/dialogs.h"
#include "ui/actions/neuron_choice.h"
#include "ui/actions/pasted_path.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/actions/timelapse_play.h"
#include "ui/kit/fields.h"
#include "ui/kit/walk.h"
#include "ui/kit/widgets.h"

#include <algorithm>
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
    Shortcut{Action::runs, Key::o, true, true, "Ctrl+Shift+O", "All runs", "File"},
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
    Shortcut{Action::text_larger, Key::plus, true, true, "Ctrl+Shift++", "Larger text", "View"},
    Shortcut{Action::text_smaller, Key::minus, true, true, "Ctrl+Shift+-", "Smaller text", "View"},
    Shortcut{Action::fullscreen, Key::f11, false, false, "F11", "Full screen", "View"},
    Shortcut{Action::earlier, Key::left, false, false, "Left", "One keyframe earlier", "Timelapse"},
    Shortcut{Action::later, Key::right, false, false, "Right", "One keyframe later", "Timelapse"},
    Shortcut{Action::first, Key::home, false, false, "Home", "The first keyframe", "Timelapse"},
    Shortcut{Action::now, Key::end, false, false, "End", "Back to now", "Timelapse"},
    Shortcut{Action::play_timelapse, Key::p, false, false, "P", "Play the timelapse", "Timelapse"},
    Shortcut{Action::slower, Key::comma, false, false, "Comma", "Play slower", "Timelapse"},
    Shortcut{Action::faster, Key::period, false, false, "Full stop", "Play faster", "Timelapse"},
    Shortcut{Action::loop_timelapse, Key::l, false, false, "L", "Play it again and again",
             "Timelapse"},
    Shortcut{Action::continue_from_here, Key::enter, true, false, "Ctrl+Enter",
             "Continue from the shown keyframe", "Timelapse"},
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
        ui.requests.ask(request::PastePicture{});
    else if (const auto path = pasted_path(text, ui.view.home_folder))
        ui.requests.ask(request::Open{*path});
    else
        ui.state.message = kNothingToPaste;
}

// A held Space must not pause and train in turns; a held arrow walks on.
bool repeats(Action action) {
    switch (action) {
        case Action::step:
        case Action::undo:
        case Action::redo:
        case Action::zoom_in:
        case Action::zoom_out:
        case Action::text_larger:
        case Action::text_smaller:
        case Action::earlier:
        case Action::later:
        case Action::slower:
        case Action::faster:
            return true;
        default:
            return false;
    }
}

bool popup_open() {
    return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

}  // namespace

int next_text_size(int percent, int direction) {
    const auto& all = kTextSizes;
    if (direction > 0) {
        const auto next = std::upper_bound(all.begin(), all.end(), percent);
        return next == all.end() ? all.back() : *next;
    }
    const auto next = std::lower_bound(all.begin(), all.end(), percent);
    return next == all.begin() ? all.front() : *(next - 1);
}

std::span<const Shortcut> shortcuts() {
    return kTable;
}

const char* keys_of(Action action) {
    for (const Shortcut& shortcut : kTable)
        if (shortcut.action == action) return shortcut.keys;
    return "";
}

bool trains(Action action) {
    switch (action) {
        case Action::train_or_pause:
        case Action::step:
        case Action::restart:
        case Action::race:
        case Action::undo:
        case Action::redo:
        case Action::continue_from_here:
            return true;
        default:
            return false;
    }
}

void perform(Ui& ui, Action action) {
    if (ui.view_only() && trains(action)) return;
    UiState& s = ui.state;
    Requests& r = ui.requests;
    switch (action) {
        case Action::train_or_pause:
            if (ui.has_run() && ui.status.phase != Phase::finished)
                r.ask(command::SetRunning{!ui.running()});
            break;
        case Action::step:
            if (ui.has_run()) r.ask(command::SingleStep{});
            break;
        case Action::restart:
            if (!ui.has_run()) break;
            s.settings.asked = s.settings.edited;
            s.settings.asked_by_opening = false;
            r.ask(command::Restart{s.settings.edited});
            break;
        case Action::open:
            open_dialog(ui, Dialog::open_file);
            break;
        case Action::runs:
            open_dialog(ui, Dialog::runs);
            break;
        case Action::race:
            if (ui.has_run()) open_dialog(ui, Dialog::race);
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
            if (s.mode == ViewMode::neurons) show_all_neurons(ui);
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
        case Action::slower:
            change_speed(ui, -1);
            break;
        case Action::faster:
            change_speed(ui, +1);
            break;
        case Action::loop_timelapse:
            s.preferences.loop_timelapse = !s.preferences.loop_timelapse;
            break;
        case Action::continue_from_here:
            if (!s.timelapse.at_step) break;
            r.ask(command::ContinueFrom{*s.timelapse.at_step});
            s.timelapse = {};
            break;
        case Action::text_larger:
            s.preferences.text_percent = next_text_size(s.preferences.text_percent, +1);
            break;
        case Action::text_smaller:
            s.preferences.text_percent = next_text_size(s.preferences.text_percent, -1);
            break;
        case Action::fullscreen:
            r.ask(request::ToggleFullscreen{});
            break;
        case Action::shortcuts:
            if (s.dialog == Dialog::none) open_dialog(ui, Dialog::shortcuts);
            break;
        case Action::close:
            if (s.dialog != Dialog::none)
                close_current_dialog(ui);
            else if (s.keyboard_walk)
                s.keyboard_walk = false;
            else if (ui.view.fullscreen)
                r.ask(request::ToggleFullscreen{});
            else if (s.timelapse.at_step)
                show_now(ui);
            break;
    }
}

void menu_item(Ui& ui, const char* label, Action action, bool enabled, bool ticked) {
    const bool closed = ui.view_only() && trains(action);
    if (menu_entry(ui, label, ticked, enabled && !closed, keys_of(action))) perform(ui, action);
    if (closed) tooltip(ui, ui.status.view_only);
}

void handle_keys(Ui& ui) {
    UiState& s = ui.state;
    ImGuiIO& io = ImGui::GetIO();
    // As the last frame left it: Escape may have closed it since.
    const bool popup_was_open =
        !s.keyboard_walk && (io.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) s.keyboard_walk = false;
    const bool typing = io.WantTextInput;
    const bool popup = popup_open();
    const bool menu = popup && s.dialog == Dialog::none;  // or a list of choices
    for (const KeyPress& press : ui.view.keys) {
        if (press.key == Key::tab && !press.ctrl) {
            s.keyboard_walk = true;
            s.walk.step = press.shift ? -1 : +1;
        }
        if (press.key == Key::enter && !typing) s.walk.pressed = s.keyboard_walk;
        const bool free = !typing && !popup && s.dialog == Dialog::none && !s.keyboard_walk;
        if (free && !press.ctrl && !press.shift && neuron_key(ui, press.key)) continue;
        const bool shifted_sign = press.key == Key::plus;  // some layouts need Shift for it
        for (const Shortcut& shortcut : kTable) {
            if (shortcut.key != press.key || shortcut.ctrl != press.ctrl) continue;
            if (shortcut.shift != press.shift && !shifted_sign) continue;
            const bool always = shortcut.key == Key::f1 || shortcut.key == Key::f11;
            const bool leaving = shortcut.action == Action::close;
            if (typing && !always) continue;  // Escape, too, belongs to the field first
            if (leaving && popup_was_open && s.dialog == Dialog::none) continue;  // its own
            // An open sheet, menu or walk through the controls keeps the keys to itself.
            const bool busy = s.dialog != Dialog::none || s.keyboard_walk || menu;
            if (busy && !always && !leaving && !shortcut.ctrl) continue;
            if (s.dialog != Dialog::none && !always && !leaving) continue;
            if (!press.repeated || repeats(shortcut.action)) perform(ui, shortcut.action);
            break;
        }
    }
    // Not in a sheet before Tab was pressed: with the arrows that choose in its list ImGui would go
    // elsewhere, and Enter press what it has come to.
    if ((s.keyboard_walk && !s.walk.holds_arrows) || something_is_unfolded(ui))
        io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    else
        io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
}

}  // namespace redraw
