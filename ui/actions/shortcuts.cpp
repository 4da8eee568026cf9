#include "ui/actions/shortcuts.h"

#include "ui/actions/action_help.h"
#include "ui/actions/dialogs.h"
#include "ui/actions/dive.h"
#include "ui/actions/kept_look.h"
#include "ui/actions/network_edits.h"
#include "ui/actions/neuron_choice.h"
#include "ui/actions/pasted_path.h"
#include "ui/actions/reference.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/kit/fields.h"
#include "ui/kit/focus_order.h"
#include "ui/kit/widgets.h"

#include <algorithm>
#include <string>
#include <utility>

namespace redraw::ui {
namespace {

// Of what lies on the canvas.
PixelSize canvas_size(const Ui& ui) {
    if (const auto& tiled = ui.status.tiled) return {tiled->width, tiled->height};
    return {ui.status.target->width, ui.status.target->height};
}

void zoom_to(Ui& ui, double zoom) {
    const auto [width, height] = canvas_size(ui);
    ui.state.centre.canvas =
        set_zoom(ui.state.centre.canvas, ui.state.centre.pane, width, height, zoom);
}

double zoom_now(const Ui& ui) {
    const auto [width, height] = canvas_size(ui);
    return place(ui.state.centre.canvas, ui.state.centre.pane, width, height).zoom;
}

void paste(Ui& ui) {
    const char* copied = ImGui::GetClipboardText();
    const std::string text = copied ? copied : "";
    ui.state.notices.message.clear();
    if (text.empty())
        ui.requests.ask(request::PastePicture{});
    else if (const auto path = pasted_path(text, ui.view.home_folder))
        ui.requests.ask(request::Open{*path});
    else
        ui.state.notices.message = kNothingToPaste;
}

void copy(Ui& ui) {
    ui.requests.ask(request::CopyDrawing{ui.state.timelapse.at_step, edits_now(ui)});
}

void train_or_pause(Ui& ui) {
    if (ui.status.phase != Phase::finished) ui.requests.ask(command::SetRunning{!ui.running()});
}

void show_neurons(Ui& ui) {
    if (ui.state.centre.mode == ViewMode::neurons) show_all_neurons(ui);
    ui.state.centre.mode = ViewMode::neurons;
}

void change_text_size(Ui& ui, int direction) {
    int& percent = ui.state.preferences.text_percent;
    const auto& all = kTextSizes;
    const auto next = direction > 0 ? std::ranges::upper_bound(all, percent) - all.begin()
                                    : std::ranges::lower_bound(all, percent) - all.begin() - 1;
    percent = all[std::size_t(std::clamp<std::ptrdiff_t>(next, 0, std::ssize(all) - 1))];
}

bool in_neurons(const Ui& ui) {
    return ui.state.centre.mode == ViewMode::neurons;
}

void redo_change(Ui& ui) {
    if (in_neurons(ui) && redo_network_edit(ui)) return;
    if (!redo_keeping(ui)) redo(ui.state.settings, ui.requests);
}

void continue_from_here(Ui& ui) {
    Timelapse& timelapse = ui.state.timelapse;
    if (!timelapse.at_step) return;
    ui.requests.ask(command::ContinueFrom{*timelapse.at_step});
    expect_branch(ui.state.settings);
    timelapse = {};
}

void close_what_is_open(Ui& ui) {
    UiState& s = ui.state;
    if (std::exchange(s.controls.explanations.asked, false)) return;
    if (s.sheets.dialog != Dialog::none)
        s.sheets.close = true;
    else if (s.controls.keyboard_focus)
        s.controls.keyboard_focus = false;
    else if (s.presentation)
        s.presentation = false;
    else if (ui.view.fullscreen)
        ui.requests.ask(request::ToggleFullscreen{});
    else if (s.timelapse.at_step)
        show_now(ui);
}

using enum Shortcut::Trait;

constexpr Shortcut kTable[] = {
    {Action::train_or_pause, Key::space, false, false, "Space", "Train or pause", "Training",
     trains | of_run, train_or_pause},
    {Action::step, Key::n, false, false, "N", "One step", "Training", trains | of_run | repeats,
     [](Ui& ui) { ui.requests.ask(command::SingleStep{}); }},
    {Action::restart, Key::r, true, false, "Ctrl+R", "Restart from new weights", "Training",
     trains | of_run, [](Ui& ui) { restart(ui.state.settings, ui.requests); }},
    {Action::open, Key::o, true, false, "Ctrl+O", "Open a picture or a run", "File", 0,
     [](Ui& ui) { open_dialog(ui, Dialog::open_file); }},
    {Action::runs, Key::o, true, true, "Ctrl+Shift+O", "All runs", "File", 0,
     [](Ui& ui) { open_dialog(ui, Dialog::runs); }},
    {Action::save_copy, Key::s, true, false, "Ctrl+S", "Save a copy of the run", "File", of_run,
     [](Ui& ui) { open_dialog(ui, Dialog::save_copy); }},
    {Action::export_picture, Key::e, true, false, "Ctrl+E", "Export the drawing", "File",
     of_picture, [](Ui& ui) { open_dialog(ui, Dialog::export_picture); }},
    {Action::export_film, Key::e, true, true, "Ctrl+Shift+E", "Export the film", "File", of_run,
     [](Ui& ui) { open_dialog(ui, Dialog::export_film); }},
    {Action::quit, Key::q, true, false, "Ctrl+Q", "Quit", "File", 0, ask_to_quit},
    {Action::copy, Key::c, true, false, "Ctrl+C", "Copy the drawing", "Edit", of_run, copy},
    {Action::paste, Key::v, true, false, "Ctrl+V", "Open what was copied", "Edit", 0, paste},
    {Action::undo, Key::z, true, false, "Ctrl+Z", "Take back a setting", "Edit", trains | repeats,
     [](Ui& ui) {
         if (in_neurons(ui) && undo_network_edit(ui)) return;
         if (!undo_keeping(ui)) undo(ui.state.settings, ui.requests);
     }},
    {Action::redo, Key::z, true, true, "Ctrl+Shift+Z", "Bring it back", "Edit", trains | repeats,
     redo_change},
    {Action::redo, Key::y, true, false, "Ctrl+Y", "Bring it back", "Edit", trains | repeats,
     redo_change},
    {Action::view_side_by_side, Key::one, false, false, "1", "Side by side", "View", 0,
     [](Ui& ui) { ui.state.centre.mode = ViewMode::side_by_side; }},
    {Action::view_wipe, Key::two, false, false, "2", "Wipe", "View", 0,
     [](Ui& ui) { ui.state.centre.mode = ViewMode::wipe; }},
    {Action::view_difference, Key::three, false, false, "3", "Difference", "View", 0,
     [](Ui& ui) { ui.state.centre.mode = ViewMode::difference; }},
    {Action::view_drawing, Key::four, false, false, "4", "Drawing (hold Shift: picture)", "View", 0,
     [](Ui& ui) { ui.state.centre.mode = ViewMode::drawing; }},
    {Action::view_neurons, Key::five, false, false, "5", "Neurons", "View", 0, show_neurons},
    {Action::next_reference, Key::b, false, false, "B", "Hold it against something else", "View",
     of_run, choose_next_reference},
    {Action::fit, Key::f, false, false, "F", "Fit the picture", "View", of_picture,
     [](Ui& ui) { ui.state.centre.canvas = {}; }},
    {Action::dive, Key::z, false, false, "Z", "Dive into a detail, and back", "View", of_run,
     dive_or_surface},
    {Action::actual_size, Key::zero, true, false, "Ctrl+0", "Zoom to 100 %", "View", of_picture,
     [](Ui& ui) { zoom_to(ui, 1); }},
    {Action::zoom_in, Key::plus, false, false, "+", "Zoom in", "View", of_picture | repeats,
     [](Ui& ui) { zoom_to(ui, next_zoom(zoom_now(ui), +1)); }},
    {Action::zoom_out, Key::minus, false, false, "-", "Zoom out", "View", of_picture | repeats,
     [](Ui& ui) { zoom_to(ui, next_zoom(zoom_now(ui), -1)); }},
    {Action::text_larger, Key::plus, true, true, "Ctrl+Shift++", "Larger text", "View", repeats,
     [](Ui& ui) { change_text_size(ui, +1); }},
    {Action::text_smaller, Key::minus, true, true, "Ctrl+Shift+-", "Smaller text", "View", repeats,
     [](Ui& ui) { change_text_size(ui, -1); }},
    {Action::side_panel, Key::f9, false, false, "F9", "Show or fold the settings", "View", 0,
     [](Ui& ui) { ui.state.preferences.side_panel ^= true; }},
    {Action::presentation, Key::f5, false, false, "F5", "Presentation: large numbers, no panels",
     "View", of_run, [](Ui& ui) { ui.state.presentation ^= true; }},
    {Action::fullscreen, Key::f11, false, false, "F11", "The picture alone, full screen", "View", 0,
     [](Ui& ui) { ui.requests.ask(request::ToggleFullscreen{}); }},
    {Action::earlier, Key::left, false, false, "Left", "One keyframe earlier", "Timelapse", repeats,
     [](Ui& ui) { step_keyframe(ui, -1); }},
    {Action::later, Key::right, false, false, "Right", "One keyframe later", "Timelapse", repeats,
     [](Ui& ui) { step_keyframe(ui, +1); }},
    {Action::first, Key::home, false, false, "Home", "The first keyframe", "Timelapse", 0,
     show_first_keyframe},
    {Action::now, Key::end, false, false, "End", "Back to now", "Timelapse", 0, show_now},
    {Action::play_timelapse, Key::p, false, false, "P", "Play the timelapse", "Timelapse", 0,
     play_or_pause_timelapse},
    {Action::slower, Key::comma, false, false, "Comma", "Play slower", "Timelapse", repeats,
     [](Ui& ui) { change_speed(ui, -1); }},
    {Action::faster, Key::period, false, false, "Full stop", "Play faster", "Timelapse", repeats,
     [](Ui& ui) { change_speed(ui, +1); }},
    {Action::loop_timelapse, Key::l, false, false, "L", "Play it again and again", "Timelapse", 0,
     [](Ui& ui) { ui.state.preferences.loop_timelapse ^= true; }},
    {Action::continue_from_here, Key::enter, true, false, "Ctrl+Enter",
     "Continue from the shown keyframe", "Timelapse", trains, continue_from_here},
    {Action::keep_look, Key::k, false, false, "K", "Keep the shown keyframe, or let it go",
     "Timelapse", trains | of_run, keep_or_let_go},
    {Action::shortcuts, Key::f1, false, false, "F1", "This list", "Help", 0,
     [](Ui& ui) {
         if (ui.state.sheets.dialog == Dialog::none) open_dialog(ui, Dialog::shortcuts);
     }},
    {Action::what_is_this, Key::f1, false, true, "Shift+F1", "What is this?", "Help", 0,
     [](Ui& ui) {
         Explanations& e = ui.state.controls.explanations;
         e.just_asked = e.asked = !e.asked;
     }},
    {Action::close, Key::escape, false, false, "Esc", "Close what is open", "Help", 0,
     close_what_is_open},
    {Action::race, Key::none, false, false, "", "", "", trains | of_run,
     [](Ui& ui) { open_dialog(ui, Dialog::race); }},
};

const Shortcut& row_of(Action action) {
    return *std::ranges::find(kTable, action, &Shortcut::action);
}

bool has_what_it_needs(const Ui& ui, const Shortcut& row) {
    if (row.traits & of_run) return ui.has_run();
    return !(row.traits & of_picture) || ui.has_run() || ui.status.tiled;
}

bool popup_open() {
    return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

}  // namespace

std::span<const Shortcut> shortcuts() {
    return std::span(kTable).first(std::size(kTable) - 1);  // the last one has no key
}

const char* keys_of(Action action) {
    return row_of(action).keys;
}

void perform(Ui& ui, Action action) {
    const Shortcut& row = row_of(action);
    if (ui.view_only() && row.traits & trains) return;
    if (has_what_it_needs(ui, row)) row.act(ui);
}

bool can_undo_change(const Ui& ui) {
    return (in_neurons(ui) && ui.state.centre.edits.position > 0) || can_undo_keeping(ui) ||
           can_undo(ui.state.settings);
}

bool can_redo_change(const Ui& ui) {
    const EditHistory& edits = ui.state.centre.edits;
    return (in_neurons(ui) && edits.position + 1 < edits.steps.size()) || can_redo_keeping(ui) ||
           can_redo(ui.state.settings);
}

void menu_item(Ui& ui, const char* label, Action action, bool enabled, bool ticked) {
    const Shortcut& row = row_of(action);
    const bool closed = ui.view_only() && row.traits & trains;
    enabled &= !closed && has_what_it_needs(ui, row);
    if (menu_entry(ui, label, ticked, enabled, row.keys)) perform(ui, action);
    tooltip(ui, closed ? ui.help(action_help(action)) : action_help(action));
}

void handle_keys(Ui& ui) {
    UiState& s = ui.state;
    ImGuiIO& io = ImGui::GetIO();
    // As the last frame left it: Escape may have closed it since.
    const bool popup_was_open =
        !s.controls.keyboard_focus && (io.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
        s.controls.keyboard_focus = s.controls.explanations.asked = false;
    const bool typing = io.WantTextInput;
    const bool popup = popup_open();
    const bool menu = popup && s.sheets.dialog == Dialog::none;  // or a list of choices
    for (const KeyPress& press : ui.view.keys) {
        if (press.key == Key::tab && !press.ctrl) {
            s.controls.keyboard_focus = true;
            s.controls.focus.step = press.shift ? -1 : +1;
        }
        if (press.key == Key::enter && !typing)
            s.controls.focus.pressed = s.controls.keyboard_focus;
        const bool free =
            !typing && !popup && s.sheets.dialog == Dialog::none && !s.controls.keyboard_focus;
        if (free && !press.ctrl && !press.shift && neuron_key(ui, press.key)) continue;
        const bool shifted_sign = press.key == Key::plus;  // some layouts need Shift for it
        for (const Shortcut& shortcut : shortcuts()) {
            if (shortcut.key != press.key || shortcut.ctrl != press.ctrl) continue;
            if (shortcut.shift != press.shift && !shifted_sign) continue;
            const bool always = shortcut.key == Key::f1 || shortcut.key == Key::f5 ||
                                shortcut.key == Key::f9 || shortcut.key == Key::f11;
            const bool leaving = shortcut.action == Action::close;
            if (typing && !always) continue;  // Escape, too, belongs to the field first
            if (leaving && popup_was_open && s.sheets.dialog == Dialog::none) continue;  // its own
            // An open sheet, menu or focus on a control keeps the keys to itself.
            const bool busy = s.sheets.dialog != Dialog::none || s.controls.keyboard_focus || menu;
            if (busy && !always && !leaving && !shortcut.ctrl) continue;
            if (s.sheets.dialog != Dialog::none && !always && !leaving) continue;
            if (!press.repeated || shortcut.traits & repeats) perform(ui, shortcut.action);
            break;
        }
    }
    // Not in a sheet before Tab was pressed: with the arrows that choose in its list ImGui would go
    // elsewhere, and Enter press what it has come to.
    if ((s.controls.keyboard_focus && !s.controls.focus.holds_arrows) || something_is_unfolded(ui))
        io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    else
        io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
}

}  // namespace redraw::ui
