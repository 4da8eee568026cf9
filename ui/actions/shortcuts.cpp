#include "ui/actions/shortcuts.h"

#include "engine/text/address.h"
#include "ui/actions/action_help.h"
#include "ui/actions/dialogs.h"
#include "ui/actions/dive.h"
#include "ui/actions/kept_look.h"
#include "ui/actions/keymap.h"
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
    else if (is_address(text.substr(0, text.find('\n'))))
        ui.state.notices.message =
            address_refused(text.substr(0, text.find_first_of("\r\n"))) + ".";
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

void undo_change(Ui& ui) {
    if (can_undo(ui.state.settings, ui.view_only())) undo(ui.state.settings, ui.requests);
}

void redo_change(Ui& ui) {
    if (can_redo(ui.state.settings, ui.view_only())) redo(ui.state.settings, ui.requests);
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
    RunsSheet& runs = s.sheets.runs;
    if (s.sheets.dialog == Dialog::runs && (runs.free_asked || runs.new_name))
        runs.free_asked = false, runs.new_name.reset();  // its question, before the sheet
    else if (s.sheets.dialog != Dialog::none)
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

constexpr Chord kNoKey;
constexpr Chord plain(Key key) {
    return {key};
}
constexpr Chord shift(Key key) {
    return {key, false, true};
}
constexpr Chord ctrl(Key key) {
    return {key, true};
}
constexpr Chord ctrl_shift(Key key) {
    return {key, true, true};
}

constexpr Shortcut kTable[] = {
    {Action::train_or_pause, "train_or_pause", plain(Key::space), "Train or pause", "Training",
     trains | of_run, train_or_pause},
    {Action::step, "step", plain(Key::n), "One step", "Training", trains | of_run | repeats,
     [](Ui& ui) { ui.requests.ask(command::SingleStep{}); }},
    {Action::restart, "restart", ctrl(Key::r), "Restart from new weights", "Training",
     trains | of_run, [](Ui& ui) { restart(ui.state.settings, ui.requests); }},
    {Action::open, "open", ctrl(Key::o), "Open a picture or a run", "File", 0,
     [](Ui& ui) { open_dialog(ui, Dialog::open_file); }},
    {Action::runs, "runs", ctrl_shift(Key::o), "All runs", "File", 0,
     [](Ui& ui) { open_dialog(ui, Dialog::runs); }},
    {Action::race, "race", kNoKey, "Race up to four networks", "File", trains | of_run,
     [](Ui& ui) { open_dialog(ui, Dialog::race); }},
    {Action::save_copy, "save_copy", ctrl(Key::s), "Save a copy of the run", "File", of_run,
     [](Ui& ui) { open_dialog(ui, Dialog::save_copy); }},
    {Action::export_picture, "export_picture", ctrl(Key::e), "Export the drawing", "File",
     of_picture, [](Ui& ui) { open_dialog(ui, Dialog::export_picture); }},
    {Action::export_film, "export_film", ctrl_shift(Key::e), "Export the film", "File", of_run,
     [](Ui& ui) { open_dialog(ui, Dialog::export_film); }},
    {Action::quit, "quit", ctrl(Key::q), "Quit", "File", 0, ask_to_quit},
    {Action::copy, "copy", ctrl(Key::c), "Copy the drawing", "Edit", of_run, copy},
    {Action::paste, "paste", ctrl(Key::v), "Open what was copied", "Edit", 0, paste},
    {Action::undo, "undo", ctrl(Key::z), "Take back a change", "Edit", repeats, undo_change},
    {Action::redo, "redo", ctrl_shift(Key::z), "Bring it back", "Edit", repeats, redo_change},
    {Action::redo, "redo_too", ctrl(Key::y), "Bring it back", "Edit", repeats, redo_change},
    {Action::mute_neuron, "mute_neuron", plain(Key::m), "Mute the neuron that is shown large",
     "Edit", of_run,
     [](Ui& ui) {
         const CentreState& centre = ui.state.centre;
         if (centre.mode == ViewMode::neurons && centre.neuron) toggle_muted(ui, *centre.neuron);
     }},
    {Action::settings, "settings", ctrl(Key::comma), "Settings", "Edit", 0,
     [](Ui& ui) { open_dialog(ui, Dialog::settings); }},
    {Action::view_side_by_side, "view_side_by_side", plain(Key::one), "Side by side", "View", 0,
     [](Ui& ui) { ui.state.centre.mode = ViewMode::side_by_side; }},
    {Action::view_wipe, "view_wipe", plain(Key::two), "Wipe", "View", 0,
     [](Ui& ui) { ui.state.centre.mode = ViewMode::wipe; }},
    {Action::view_difference, "view_difference", plain(Key::three), "Difference", "View", 0,
     [](Ui& ui) { ui.state.centre.mode = ViewMode::difference; }},
    {Action::view_drawing, "view_drawing", plain(Key::four), "Drawing (hold Shift: picture)",
     "View", 0, [](Ui& ui) { ui.state.centre.mode = ViewMode::drawing; }},
    {Action::view_neurons, "view_neurons", plain(Key::five), "Neurons", "View", 0, show_neurons},
    {Action::next_reference, "next_reference", plain(Key::b), "Hold it against something else",
     "View", of_run, choose_next_reference},
    {Action::fit, "fit", plain(Key::f), "Fit the picture", "View", of_picture,
     [](Ui& ui) { ui.state.centre.canvas = {}; }},
    {Action::dive, "dive", plain(Key::z), "Dive into a detail, and back", "View", of_run,
     dive_or_surface},
    {Action::actual_size, "actual_size", ctrl(Key::zero), "Zoom to 100 %", "View", of_picture,
     [](Ui& ui) { zoom_to(ui, 1); }},
    {Action::zoom_in, "zoom_in", plain(Key::plus), "Zoom in", "View", of_picture | repeats,
     [](Ui& ui) { zoom_to(ui, next_zoom(zoom_now(ui), +1)); }},
    {Action::zoom_out, "zoom_out", plain(Key::minus), "Zoom out", "View", of_picture | repeats,
     [](Ui& ui) { zoom_to(ui, next_zoom(zoom_now(ui), -1)); }},
    {Action::text_larger, "text_larger", ctrl_shift(Key::plus), "Larger text", "View", repeats,
     [](Ui& ui) { change_text_size(ui, +1); }},
    {Action::text_smaller, "text_smaller", ctrl_shift(Key::minus), "Smaller text", "View", repeats,
     [](Ui& ui) { change_text_size(ui, -1); }},
    {Action::side_panel, "side_panel", plain(Key::f9), "Show or fold the panel at the left", "View",
     anywhere, [](Ui& ui) { ui.state.preferences.side_panel ^= true; }},
    {Action::presentation, "presentation", plain(Key::f5), "Presentation, without panels", "View",
     of_run | anywhere, [](Ui& ui) { ui.state.presentation ^= true; }},
    {Action::fullscreen, "fullscreen", plain(Key::f11), "The picture alone, full screen", "View",
     anywhere, [](Ui& ui) { ui.requests.ask(request::ToggleFullscreen{}); }},
    {Action::earlier, "earlier", plain(Key::left), "One keyframe earlier", "Timelapse", repeats,
     [](Ui& ui) { step_keyframe(ui, -1); }},
    {Action::later, "later", plain(Key::right), "One keyframe later", "Timelapse", repeats,
     [](Ui& ui) { step_keyframe(ui, +1); }},
    {Action::first, "first", plain(Key::home), "The first keyframe", "Timelapse", 0,
     show_first_keyframe},
    {Action::now, "now", plain(Key::end), "Back to now", "Timelapse", 0, show_now},
    {Action::play_timelapse, "play_timelapse", plain(Key::p), "Play the timelapse", "Timelapse", 0,
     play_or_pause_timelapse},
    {Action::slower, "slower", plain(Key::comma), "Play slower", "Timelapse", repeats,
     [](Ui& ui) { change_speed(ui, -1); }},
    {Action::faster, "faster", plain(Key::period), "Play faster", "Timelapse", repeats,
     [](Ui& ui) { change_speed(ui, +1); }},
    {Action::loop_timelapse, "loop_timelapse", plain(Key::l), "Play it again and again",
     "Timelapse", 0, [](Ui& ui) { ui.state.preferences.loop_timelapse ^= true; }},
    {Action::continue_from_here, "continue_from_here", ctrl(Key::enter),
     "Continue from the shown keyframe", "Timelapse", trains, continue_from_here},
    {Action::keep_look, "keep_look", plain(Key::k), "Keep the shown keyframe, or let it go",
     "Timelapse", trains | of_run, keep_or_let_go},
    {Action::shortcuts, "shortcuts", plain(Key::f1), "All keys", "Help", anywhere,
     [](Ui& ui) {
         if (ui.state.sheets.dialog == Dialog::none) open_dialog(ui, Dialog::shortcuts);
     }},
    {Action::what_is_this, "what_is_this", shift(Key::f1), "What is this?", "Help", anywhere,
     [](Ui& ui) {
         Explanations& e = ui.state.controls.explanations;
         e.just_asked = e.asked = !e.asked;
     }},
    {Action::guide, "guide", kNoKey, "The guide", "Help", 0,
     [](Ui& ui) { ui.requests.ask(request::OpenGuide{}); }},
    {Action::close, "close", plain(Key::escape), "Close what is open", "Help", 0,
     close_what_is_open},
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
    return kTable;
}

void perform(Ui& ui, Action action) {
    const Shortcut& row = row_of(action);
    if (ui.view_only() && row.traits & trains) return;
    if (has_what_it_needs(ui, row)) row.act(ui);
}

void menu_item(Ui& ui, const char* label, Action action, bool enabled, bool ticked) {
    const Shortcut& row = row_of(action);
    const bool closed = ui.view_only() && row.traits & trains;
    enabled &= !closed && has_what_it_needs(ui, row);
    if (menu_entry(ui, label, ticked, enabled, keys_of(ui, action).c_str())) perform(ui, action);
    tooltip(ui, closed ? ui.help(action_help(ui, action)) : action_help(ui, action));
}

void handle_keys(Ui& ui) {
    UiState& s = ui.state;
    ImGuiIO& io = ImGui::GetIO();
    if (take_chord(ui)) {
        io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;  // ImGui has none of it
        return;
    }
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
        for (const Shortcut& shortcut : shortcuts()) {
            const Chord chord = chord_of(s.preferences, shortcut);
            if (!same_press(chord, {press.key, press.ctrl, press.shift})) continue;
            const bool renames = press.key == Key::f2 && s.sheets.dialog == Dialog::runs;
            const bool always =
                is_function_key(press.key) && shortcut.traits & anywhere && !renames;
            const bool leaving = shortcut.action == Action::close;
            if (typing && !always) continue;  // Escape, too, belongs to the field first
            if (leaving && popup_was_open && s.sheets.dialog == Dialog::none) continue;  // its own
            // An open sheet, menu or focus on a control keeps the keys to itself.
            const bool busy = s.sheets.dialog != Dialog::none || s.controls.keyboard_focus || menu;
            if (busy && !always && !leaving && !chord.ctrl) continue;
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
