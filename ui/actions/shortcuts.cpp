#include "ui/actions/shortcuts.h"

#include "engine/text/display_name.h"
#include "ui/actions/dialogs.h"
#include "ui/actions/dive.h"
#include "ui/actions/keymap.h"
#include "ui/actions/neuron_layout.h"
#include "ui/actions/pasted_path.h"
#include "ui/actions/reference.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/kit/fields.h"

namespace redraw::ui {
namespace {

// Returns the size of the picture on the canvas, in training pixels.
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
    ui.state.notices.message.clear();
    ui.requests.ask(request::Paste{});
}

void copy(Ui& ui) {
    ui.requests.ask(request::CopyDrawing{ui.state.timelapse.at_step, edits_now(ui)});
}

template <Dialog dialog>
void opens(Ui& ui) {
    open_dialog(ui, dialog);
}

template <ViewMode mode>
void show(Ui& ui) {
    ui.state.centre.mode = mode;
}

template <ViewMode mode>
bool shows(const Ui& ui) {
    return ui.state.centre.mode == mode;
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

bool may_redo(const Ui& ui) {
    return can_redo(ui.state.settings, ui.view_only());
}

void redo_change(Ui& ui) {
    redo(ui.state.settings, ui.requests);
}

bool shows_keyframe(const Ui& ui) {
    return ui.state.timelapse.at_step.has_value();
}

bool shows_bookmark(const Ui& ui) {
    return bookmark_at(ui, ui.state.timelapse.at_step) != nullptr;
}

bool has_timelapse(const Ui& ui) {
    return ui.status.keyframes && ui.status.keyframes->size() > 1;
}

void toggle_explanations(Ui& ui) {
    Explanations& e = ui.state.controls.explanations;
    e.just_asked = e.asked = !e.asked;
}

void continue_from_here(Ui& ui) {
    Timelapse& timelapse = ui.state.timelapse;
    ui.requests.ask(command::ContinueFrom{*timelapse.at_step});
    expect_branch(ui.state.settings);
    timelapse = {};
}

void close_what_is_open(Ui& ui) {
    UiState& s = ui.state;
    if (std::exchange(s.controls.explanations.asked, false)) return;
    RunsSheet& runs = s.sheets.runs;
    if (s.sheets.dialog == Dialog::runs && (runs.free_asked || runs.new_name))
        runs.free_asked = false, runs.new_name.reset();  // Esc closes a question before its sheet
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

constexpr const char* kRedoHelp = "Makes the change again that was taken back ({}).";

constexpr Shortcut kTable[] = {
    {Action::train_or_pause, "train_or_pause", "Training", plain(Key::space), "Train or pause",
     nullptr, "Trains or pauses ({}). Nothing is lost by pausing.", trains | of_run,
     train_or_pause},
    {Action::step, "step", "Training", plain(Key::n), "One step", nullptr,
     "Makes one step: every number of the network is moved a little ({}).",
     trains | of_run | repeats, [](Ui& ui) { ui.requests.ask(command::SingleStep{}); }},
    {Action::restart, "restart", "Training", ctrl(Key::r), "Restart from new weights", nullptr,
     "Begins again from new weights with these settings ({}). The run so far stays under File > "
     "Recent.",
     trains | of_run, [](Ui& ui) { restart(ui.state.settings, ui.requests); }},
    {Action::open, "open", "File", ctrl(Key::o), "Open a picture or a run", "Open…",
     "Opens a picture, or a run saved before ({}). Dropping it on the window does the same.", 0,
     opens<Dialog::open_file>},
    {Action::open_folder, "open_folder", "File", kNoKey, "Open a folder of pictures",
     "Open folder…",
     "Many pictures at once: each in the folder is drawn larger or learned, one after another "
     "({}). Dropping the folder on the window does the same.",
     0, opens<Dialog::open_folder>},
    {Action::open_sample, "open_sample", "File", kNoKey, "Open the sample", nullptr,
     "Learns the drawing of a lion cub that comes with the studio ({}).", 0,
     [](Ui& ui) { ui.requests.ask(request::OpenSample{}); },
     [](const Ui& ui) { return ui.view.can_open_sample; }},
    {Action::runs, "runs", "File", ctrl_shift(Key::o), "All runs", "Runs…",
     "Every run there is, with a filter: open, compare, use its settings ({}).", 0,
     opens<Dialog::runs>},
    {Action::race, "race", "File", kNoKey, "Race up to four networks", "Race…",
     "Lets up to four networks learn this picture at the same time, each with equally many seconds "
     "({}).",
     trains | of_run, opens<Dialog::race>},
    {Action::save_copy, "save_copy", "File", ctrl(Key::s), "Save a copy of the run", "Save a copy…",
     "Writes the run, with every moment that it keeps, into a file of your own ({}).", of_run,
     opens<Dialog::save_copy>},
    {Action::export_picture, "export_picture", "File", ctrl(Key::e), "Export the drawing",
     "Export picture…",
     "Draws the picture at any size, as the network sees it now or at the shown moment ({}).",
     of_picture, opens<Dialog::export_picture>},
    {Action::export_film, "export_film", "File", ctrl_shift(Key::e), "Export the film",
     "Export film…", "The whole timelapse as a film ({}).", of_run, opens<Dialog::export_film>},
    {Action::export_page, "export_page", "File", kNoKey, "Export a page for the browser",
     "Export page…",
     "The learning as one file for a web browser, which draws it from the network ({}).", of_run,
     opens<Dialog::page_file>},
    {Action::export_curves, "export_curves", "File", kNoKey, "Export the learning curves",
     "Export curves…", "The curves of the learning as a table, or as a picture ({}).", of_run,
     opens<Dialog::curves_file>},
    {Action::presets, "presets", "File", kNoKey, "Your presets", "Presets…",
     "Presets of your own: keep these settings under a name, rename, share or remove one ({}).", 0,
     opens<Dialog::presets>},
    {Action::import_preset, "import_preset", "File", kNoKey, "Import a preset", "Import preset…",
     "Takes a preset that somebody shared as a file into yours ({}).", 0,
     opens<Dialog::import_preset>},
    {Action::quit, "quit", "File", ctrl(Key::q), "Quit", nullptr,
     "Ends the studio ({}). The run is saved as it is.", 0, ask_to_quit},
    {Action::copy, "copy", "Edit", ctrl(Key::c), "Copy the drawing", "Copy drawing",
     "Copies what the network draws, for another program to paste ({}).", of_run, copy},
    {Action::paste, "paste", "Edit", ctrl(Key::v), "Open what was copied", "Paste picture",
     "Opens what was copied: a picture, a file or the path of one ({}).", 0, paste},
    {Action::undo, "undo", "Edit", ctrl(Key::z), "Take back a change", "Undo",
     "Takes back the last change of a setting, a bookmark or a neuron ({}).", repeats,
     [](Ui& ui) { undo(ui.state.settings, ui.requests); },
     [](const Ui& ui) { return can_undo(ui.state.settings, ui.view_only()); }},
    {Action::redo, "redo", "Edit", ctrl_shift(Key::z), "Bring it back", "Redo", kRedoHelp, repeats,
     redo_change, may_redo},
    {Action::redo, "redo_too", "Edit", ctrl(Key::y), "Bring it back", "Redo", kRedoHelp, repeats,
     redo_change, may_redo},
    {Action::mute_neuron, "mute_neuron", "Edit", plain(Key::m),
     "Mute the neuron that is shown large", nullptr,
     "Draws as if the neuron that is shown large were not there ({}). Again: as it is.", of_run,
     [](Ui& ui) { toggle_muted(ui, *ui.state.centre.neuron); },
     [](const Ui& ui) {
         return shows<ViewMode::neurons>(ui) && ui.state.centre.neuron.has_value();
     }},
    {Action::settings, "settings", "Edit", ctrl(Key::comma), "Settings", "Settings…",
     "How the studio looks and learns, where runs are kept, and which keys do what ({}). What is "
     "chosen there is remembered.",
     0, opens<Dialog::preferences>},
    {Action::view_side_by_side, "view_side_by_side", "View", plain(Key::one), "Side by side",
     nullptr, "Picture and drawing beside each other ({}).", 0, show<ViewMode::side_by_side>,
     nullptr, shows<ViewMode::side_by_side>},
    {Action::view_wipe, "view_wipe", "View", plain(Key::two), "Wipe", nullptr,
     "Picture and drawing over each other, with a line to be dragged between them ({}).", 0,
     show<ViewMode::wipe>, nullptr, shows<ViewMode::wipe>},
    {Action::view_difference, "view_difference", "View", plain(Key::three), "Difference", nullptr,
     "How far the drawing is from the picture, as colours ({}).", 0, show<ViewMode::difference>,
     nullptr, shows<ViewMode::difference>},
    {Action::view_drawing, "view_drawing", "View", plain(Key::four),
     "Drawing (hold Shift: picture)", "Drawing",
     "The drawing alone ({}). Hold Shift for the picture; drag left for a painting.", 0,
     show<ViewMode::drawing>, nullptr, shows<ViewMode::drawing>},
    {Action::view_neurons, "view_neurons", "View", plain(Key::five), "Neurons", nullptr,
     "The output of every neuron across the picture ({}).", 0, show_neurons, nullptr,
     shows<ViewMode::neurons>},
    {Action::next_reference, "next_reference", "View", plain(Key::b),
     "Hold it against something else", "Next",
     "Holds the drawing against the next thing there is: the picture, interpolation, a copy that "
     "cooled down or another run ({}).",
     of_run, choose_next_reference},
    {Action::fit, "fit", "View", plain(Key::f), "Fit the picture", "Fit",
     "Shows the whole picture ({}).", of_picture, [](Ui& ui) { ui.state.centre.canvas = {}; }},
    {Action::dive, "dive", "View", plain(Key::z), "Dive into a detail, and back", "Dive",
     "Flies into the place under the mouse until it is 64 times as large ({}). Again flies back.",
     of_run, dive_or_surface},
    {Action::actual_size, "actual_size", "View", ctrl(Key::zero), "Zoom to 100 %", nullptr,
     "One pixel of the screen for each pixel learned ({}). The wheel zooms around the mouse; "
     "beyond the picture's own pixels the network draws new ones.",
     of_picture, [](Ui& ui) { zoom_to(ui, 1); }},
    {Action::zoom_in, "zoom_in", "View", plain(Key::plus), "Zoom in", nullptr,
     "Shows it larger ({}).", of_picture | repeats,
     [](Ui& ui) { zoom_to(ui, next_zoom(zoom_now(ui), +1)); }},
    {Action::zoom_out, "zoom_out", "View", plain(Key::minus), "Zoom out", nullptr,
     "Shows it smaller ({}).", of_picture | repeats,
     [](Ui& ui) { zoom_to(ui, next_zoom(zoom_now(ui), -1)); }},
    {Action::text_larger, "text_larger", "View", ctrl_shift(Key::plus), "Larger text", nullptr,
     "All text and everything else larger ({}).", repeats,
     [](Ui& ui) { change_text_size(ui, +1); }},
    {Action::text_smaller, "text_smaller", "View", ctrl_shift(Key::minus), "Smaller text", nullptr,
     "All text and everything else smaller ({}).", repeats,
     [](Ui& ui) { change_text_size(ui, -1); }},
    {Action::side_panel, "side_panel", "View", plain(Key::f9), "Show or fold the panel at the left",
     "Panel at the left",
     "Shows or folds the panel at the left, with the settings of the run ({}).", anywhere,
     [](Ui& ui) { ui.state.preferences.side_panel ^= true; }, nullptr,
     [](const Ui& ui) { return ui.state.preferences.side_panel; }},
    {Action::presentation, "presentation", "View", plain(Key::f5), "Presentation, without panels",
     "Presentation", "The drawing under how close it is in large digits, without a panel ({}).",
     of_run | anywhere, [](Ui& ui) { ui.state.presentation ^= true; }, nullptr,
     [](const Ui& ui) { return ui.state.presentation; }},
    {Action::fullscreen, "fullscreen", "View", plain(Key::f11), "The picture alone, full screen",
     "Full screen", "The picture alone on the whole screen ({}).", anywhere,
     [](Ui& ui) { ui.requests.ask(request::ToggleFullscreen{}); }, nullptr,
     [](const Ui& ui) { return ui.view.fullscreen; }},
    {Action::earlier, "earlier", "Timelapse", plain(Key::left), "One moment earlier", nullptr,
     "The moment before ({}).", repeats, [](Ui& ui) { step_keyframe(ui, -1); }},
    {Action::later, "later", "Timelapse", plain(Key::right), "One moment later", nullptr,
     "The moment after ({}).", repeats, [](Ui& ui) { step_keyframe(ui, +1); }},
    {Action::first, "first", "Timelapse", plain(Key::home), "The first moment", nullptr,
     "The network before its first step ({}).", 0, show_first_keyframe},
    {Action::now, "now", "Timelapse", plain(Key::end), "Back to now", nullptr,
     "Back to the network as it is now ({}). Training is where it was; only the view went back.", 0,
     show_now},
    {Action::play_timelapse, "play_timelapse", "Timelapse", plain(Key::p), "Play the timelapse",
     "Play", "Plays the learning from the start or the shown moment ({}).", 0,
     play_or_pause_timelapse, has_timelapse},
    {Action::slower, "slower", "Timelapse", plain(Key::comma), "Play slower", "Slower",
     "Plays the learning slower ({}).", repeats, [](Ui& ui) { change_speed(ui, -1); },
     [](const Ui& ui) { return ui.state.preferences.timelapse_speed > kSpeeds.front(); }},
    {Action::faster, "faster", "Timelapse", plain(Key::period), "Play faster", "Faster",
     "Plays the learning faster ({}).", repeats, [](Ui& ui) { change_speed(ui, +1); },
     [](const Ui& ui) { return ui.state.preferences.timelapse_speed < kSpeeds.back(); }},
    {Action::loop_timelapse, "loop_timelapse", "Timelapse", plain(Key::l),
     "Play it again and again", "Loop", "Repeats the timelapse ({}). Off by default.", 0,
     [](Ui& ui) { ui.state.preferences.loop_timelapse ^= true; }, nullptr,
     [](const Ui& ui) { return ui.state.preferences.loop_timelapse; }},
    {Action::continue_from_here, "continue_from_here", "Timelapse", ctrl(Key::enter),
     "Continue from the shown moment", "Continue from here",
     "A new run that goes on from the shown moment ({}). The run so far stays under File > Recent.",
     trains, continue_from_here, shows_keyframe},
    {Action::keep_look, "keep_look", "Timelapse", plain(Key::k),
     "Bookmark the shown moment, or remove its bookmark", "Bookmark",
     "Bookmarks the shown moment ({}); again removes the bookmark.", trains | of_run,
     toggle_bookmark, shows_keyframe, shows_bookmark},
    {Action::rename_bookmark, "rename_bookmark", "Timelapse", plain(Key::f2),
     "Rename the shown bookmark", "Rename bookmark",
     "Gives the shown bookmark a name ({}). A double click on it does the same.", trains | of_run,
     [](Ui& ui) { begin_renaming(ui, *ui.state.timelapse.at_step); }, shows_bookmark},
    {Action::shortcuts, "shortcuts", "Help", plain(Key::f1), "All keys", "Shortcuts",
     "Every key there is ({}).", anywhere, opens<Dialog::shortcuts>,
     [](const Ui& ui) { return ui.state.sheets.dialog == Dialog::none; }},
    {Action::what_is_this, "what_is_this", "Help", shift(Key::f1), "What is this?", nullptr,
     "Says what that is on which the mouse or Tab comes to rest, until Esc or a click ({}). "
     "Everything in the window has a sentence.",
     anywhere, toggle_explanations, nullptr,
     [](const Ui& ui) { return ui.state.controls.explanations.asked; }},
    {Action::guide, "guide", "Help", kNoKey, "The guide", "Guide",
     "Opens the guide, with its pictures, in the browser ({}). It is on this machine.", 0,
     [](Ui& ui) { ui.requests.ask(request::OpenGuide{}); }},
    {Action::about, "about", "Help", kNoKey, "About Redraw", nullptr,
     "Which Redraw this is, what it is made with, and where it trains ({}).", 0,
     opens<Dialog::about>},
    {Action::close, "close", "Help", plain(Key::escape), "Close what is open", nullptr,
     "Closes what is open ({}).", 0, close_what_is_open},
};

const Shortcut& row_of(Action action) {
    return *std::ranges::find(kTable, action, &Shortcut::action);
}

bool can_perform(const Ui& ui, const Shortcut& row) {
    if (row.traits & trains && ui.view_only()) return false;
    if (row.traits & of_run && !ui.has_run()) return false;
    if (row.traits & of_picture && !ui.has_run() && !ui.status.tiled) return false;
    return !row.enabled || row.enabled(ui);
}

}  // namespace

std::span<const Shortcut> shortcuts() {
    return kTable;
}

void perform(Ui& ui, Action action) {
    const Shortcut& row = row_of(action);
    if (can_perform(ui, row)) row.act(ui);
}

void open_pasted(Ui& ui, const std::string& text) {
    if (const auto path = pasted_path(text, ui.view.home_folder))
        ui.requests.ask(request::Open{*path});
    else if (is_address(text.substr(0, text.find('\n'))))
        ui.state.notices.message =
            address_refused(text.substr(0, text.find_first_of("\r\n"))) + ".";
    else
        ui.state.notices.message = kNothingToPaste;
}

const char* menu_label(Action action) {
    const Shortcut& row = row_of(action);
    return row.label ? row.label : row.what;
}

void menu_item(Ui& ui, Action action, const char* label) {
    const Shortcut& row = row_of(action);
    const std::string keys = keys_of(ui, action);
    if (menu_entry(ui, label ? label : menu_label(action),
                   {.ticked = row.ticked && row.ticked(ui),
                    .enabled = can_perform(ui, row),
                    .keys = keys.c_str()}))
        perform(ui, action);
    tooltip(ui, action_help(ui, action));
}

std::string action_help(const Ui& ui, Action action) {
    const Shortcut& row = row_of(action);
    const std::string help = with_keys(ui, row.help, action);
    return row.traits & trains ? ui.help(help) : help;
}

void action_button(Ui& ui, Action action, const char* id, const std::string& label,
                   ButtonStyle style, ImVec2 size, ButtonOptions options) {
    if (options.help.empty()) options.help = action_help(ui, action);
    if (button(ui, id, label, style, size, options)) perform(ui, action);
}

void action_button_at(Ui& ui, Action action, const char* id, const std::string& label,
                      ButtonStyle style, const Rect& place, ButtonOptions options) {
    ImGui::SetCursorScreenPos(place.min());
    action_button(ui, action, id, label, style, place.size(), std::move(options));
}

void action_link(Ui& ui, Action action, const char* id, const std::string& label, ImVec2 at,
                 bool chosen) {
    ImGui::SetCursorScreenPos(at);
    if (text_button(ui, id, label, chosen)) perform(ui, action);
    tooltip(ui, action_help(ui, action));
}

}  // namespace redraw::ui
