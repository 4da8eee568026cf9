#include "ui/actions/shortcuts.h"

#include "ui/actions/dialogs.h"
#include "ui/actions/dive.h"
#include "ui/actions/keymap.h"
#include "ui/actions/lesson.h"
#include "ui/actions/neurons.h"
#include "ui/actions/pasted_path.h"
#include "ui/actions/race.h"
#include "ui/actions/reference.h"
#include "ui/actions/replay.h"
#include "ui/actions/sharing.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/actions/why.h"
#include "ui/kit/fields.h"

namespace redraw::ui {
namespace {

void paste(Ui& ui) {
    ui.state.notices.message.clear();
    ui.requests.ask(request::Paste{});
}

void copy(Ui& ui) {
    ui.requests.ask(request::CopyDrawing{ui.state.timelapse.at_step, ui.edits()});
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

// Trains, pauses, or lets a finished run go on.
void train_or_pause(Ui& ui) {
    Settings& settings = ui.state.settings;
    if (const auto next = further(ui.status)) {
        settings.edited = learned_further(settings.edited, *next, ui.picture_size());
        commit(settings, ui.requests);
    }
    ui.requests.ask(command::SetRunning{!ui.running()});
}

bool may_train(const Ui& ui) {
    return ui.status.phase != Phase::finished || further(ui.status);
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

bool no_sheet(const Ui& ui) {
    return ui.state.sheets.dialog == Dialog::none;
}

void learn_at_full_size(Ui& ui) {
    if (learns_whole_in_tiles(ui.status)) return ui.requests.ask(command::LearnWhole{});
    ui.state.settings.edited = learned_larger(ui.state.settings.edited, ui.status);
    commit(ui.state.settings, ui.requests);
}

void toggle_panel(Ui& ui) {
    const bool opened = !ui.panel_open();
    ui.state.panel_asked = opened;
    if (opened || ui.has_room_for_panel()) ui.state.preferences.side_panel = opened;
}

void toggle_explanations(Ui& ui) {
    Tooltips& e = ui.state.controls.tooltips;
    e.just_asked = e.asked = !e.asked;
}

void continue_from_here(Ui& ui) {
    Timelapse& timelapse = ui.state.timelapse;
    ui.requests.ask(command::ContinueFrom{*timelapse.at_step});
    expect_run(ui.state.settings, ui.state.settings.applied);
    timelapse = {};
}

void close_what_is_open(Ui& ui) {
    UiState& s = ui.state;
    if (std::exchange(s.controls.tooltips.asked, false)) return;
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
    else
        go_back_in_lesson(ui);
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

constexpr const char* kFindHelp = "Finds every action and setting by its name ({}).";
constexpr const char* kRedoHelp = "Restores the change you undid ({}).";

constexpr Shortcut kTable[] = {
    {Action::train_or_pause, "Learning", plain(Key::space), "Learn or pause", nullptr,
     "Learns or pauses ({}). Pausing loses nothing. A finished run goes on, to a closer drawing.",
     trains | of_run, train_or_pause, may_train, nullptr, "train start stop go continue"},
    {Action::restart, "Learning", kNoKey, "Restart from new weights", nullptr,
     "Starts over from new random weights with these settings ({}). The old run stays under File > "
     "Recent.",
     trains | of_run, [](Ui& ui) { restart(ui.state.settings, ui.requests); }, nullptr, nullptr,
     "again new reset seed"},
    {Action::learn_full_size, "Learning", kNoKey, "Learn at full size", nullptr,
     "Starts a new run that learns every pixel of the picture ({}). The old run is kept.",
     trains | of_run, learn_at_full_size, [](const Ui& ui) { return may_learn_larger(ui.status); },
     nullptr, "resolution original megapixels sharper"},
    {Action::replay, "Learning", kNoKey, "Replay", nullptr,
     "Replays the learning in four seconds, large ({}). Any key or click ends it.", of_run, replay,
     [](const Ui& ui) { return has_timelapse(ui) && !ui.running(); }, nullptr,
     "animation birth watch"},
    {Action::open, "File", ctrl(Key::o), "Open a picture or a run", "Open…",
     "Opens a picture or a saved run ({}). Dropping it on the window does the same.", 0,
     opens<Dialog::open_file>, nullptr, nullptr, "load import photo"},
    {Action::open_folder, "File", kNoKey, "Open a folder of pictures", "Open folder…",
     "Opens a folder of pictures ({}). Dropping it on the window does the same.", 0,
     opens<Dialog::open_folder>},
    {Action::open_sample, "File", kNoKey, "Open the sample", nullptr,
     "Learns a drawing of a lion cub that comes with Redraw ({}).", 0,
     [](Ui& ui) { ui.requests.ask(request::OpenSample{}); },
     [](const Ui& ui) { return ui.view.can_open_sample; }},
    {Action::runs, "File", kNoKey, "All runs", "All runs…",
     "Lists every run, to open, compare or reuse ({}).", 0, opens<Dialog::runs>, nullptr, nullptr,
     "history library projects old"},
    {Action::race, "File", kNoKey, "Race up to four networks", "Race…",
     "Up to four networks learn this picture side by side, with equal time ({}).", trains | of_run,
     opens<Dialog::race>, nullptr, nullptr, "compare networks against"},
    {Action::looks, "File", kNoKey, "Nine looks to choose from", "Nine looks…",
     "Paints the picture in nine ways, as nine kinds of networks see it, to choose one ({}).",
     trains | of_run, opens<Dialog::looks>, nullptr, nullptr, "style art painting painterly"},
    {Action::save_copy, "File", ctrl(Key::s), "Save a copy of the run", "Save a copy…",
     "Saves a copy of the run with all its moments ({}).", of_run, opens<Dialog::save_copy>,
     nullptr, nullptr, "backup duplicate"},
    {Action::share, "File", ctrl(Key::e), "Share or export the drawing", "Share or export…",
     "Saves the drawing at any size, a film, a clip or a web page ({}).", of_run,
     opens<Dialog::export_picture>},
    {Action::race_film, "File", kNoKey, "Save the race as a film", "Save race film",
     "Saves the race as a film beside your exports ({}).", of_run, save_race_film,
     [](const Ui& ui) { return !ui.status.compared_runs.empty(); }},
    {Action::race_page, "File", kNoKey, "Save the race as a page", "Save race page",
     "Saves a race of two as one web page, which draws both live, beside your exports ({}).",
     of_run, save_race_page, [](const Ui& ui) { return ui.status.compared_runs.size() == 1; }},
    {Action::presets, "File", kNoKey, "Your presets", "Presets…",
     "Saves these settings under a name; renames, shares or removes presets ({}).", 0,
     opens<Dialog::presets>},
    {Action::quit, "File", ctrl(Key::q), "Quit", nullptr,
     "Quits Redraw ({}). The run is saved as it is.", 0, ask_to_quit},
    {Action::copy, "Edit", ctrl(Key::c), "Copy the drawing", "Copy drawing",
     "Copies the drawing, to paste it in another program ({}).", of_run, copy},
    {Action::paste, "Edit", ctrl(Key::v), "Open what was copied", "Paste picture",
     "Opens the picture, file or path that was copied ({}).", 0, paste},
    {Action::undo, "Edit", ctrl(Key::z), "Undo", nullptr,
     "Undoes the last change of a setting, a bookmark or a neuron ({}).", repeats,
     [](Ui& ui) { undo(ui.state.settings, ui.requests); },
     [](const Ui& ui) { return can_undo(ui.state.settings, ui.view_only()); }, nullptr,
     "revert back"},
    {Action::redo, "Edit", ctrl_shift(Key::z), "Redo", nullptr, kRedoHelp, repeats, redo_change,
     may_redo},
    {Action::redo, "Edit", ctrl(Key::y), "Redo", nullptr, kRedoHelp, repeats, redo_change,
     may_redo},
    {Action::settings, "Edit", ctrl(Key::comma), "Settings", "Settings…",
     "Changes theme, text size, learning time, files and keys ({}).", 0, opens<Dialog::preferences>,
     nullptr, nullptr, "preferences options dark light theme language"},
    {Action::palette, "Edit", ctrl(Key::k), "Find an action or a setting", "Find…", kFindHelp, 0,
     opens<Dialog::palette>, no_sheet, nullptr, "search"},
    {Action::view_side_by_side, "View", plain(Key::one), "Side by side", nullptr,
     "Shows the picture and the drawing side by side ({}).", 0, show<ViewMode::side_by_side>,
     nullptr, shows<ViewMode::side_by_side>, "compare original before after"},
    {Action::view_wipe, "View", plain(Key::two), "Wipe", nullptr,
     "Shows the picture over the drawing, with a line to drag between them ({}).", 0,
     show<ViewMode::wipe>, nullptr, shows<ViewMode::wipe>, "slider compare before after"},
    {Action::view_difference, "View", plain(Key::three), "Difference", nullptr,
     "Shows in colour where the drawing differs from the picture ({}).", 0,
     show<ViewMode::difference>, nullptr, shows<ViewMode::difference>, "error heatmap wrong"},
    {Action::view_drawing, "View", plain(Key::four), "Drawing (hold Shift: picture)", "Drawing",
     "Shows the drawing alone ({}). Hold Shift to see the picture; drag left for a sketch.", 0,
     show<ViewMode::drawing>, nullptr, shows<ViewMode::drawing>},
    {Action::view_neurons, "View", plain(Key::five), "Neurons", nullptr,
     "Shows the output of every neuron across the picture ({}).", 0, show_neurons, nullptr,
     shows<ViewMode::neurons>},
    {Action::view_why, "View", plain(Key::six), "Why it looks like this", "Why",
     "Explains a place that you click: what is learned there, what its value is made of, and what "
     "would help ({}).",
     0, show_why, nullptr, shows<ViewMode::why>,
     "explain this run improve better stuck scan line spectrum microscope gradient backward "
     "forward"},
    {Action::next_reference, "View", kNoKey, "Compare with something else", "Next",
     "Compares the drawing with the next one: the picture, interpolation or "
     "another run ({}).",
     of_run, choose_next_reference},
    {Action::fit, "View", plain(Key::f), "Fit the picture", "Fit", "Shows the whole picture ({}).",
     of_run, [](Ui& ui) { ui.state.centre.canvas = {}; }},
    {Action::dive, "View", plain(Key::z), "Dive into a detail, and back", "Dive",
     "Zooms into the place under the mouse, to 64 times its size, or back out ({}).", of_run,
     dive_or_surface},
    {Action::pixel_history, "View", plain(Key::i), "History of the pixel under the mouse",
     "History of a pixel", "Shows how the pixel under the mouse was learned ({}).", of_run,
     [](Ui& ui) { ui.state.centre.shows_history ^= true; }, nullptr,
     [](const Ui& ui) { return ui.state.centre.shows_history; }},
    {Action::actual_size, "View", kNoKey, "Zoom to 100 %", nullptr,
     "Shows each learned pixel as one screen pixel ({}). The wheel zooms; between the picture's "
     "pixels, the network draws new ones.",
     of_run, [](Ui& ui) { zoom_to(ui, 1); }},
    {Action::zoom_in, "View", plain(Key::plus), "Zoom in", nullptr,
     "Shows the picture larger ({}).", of_run | repeats,
     [](Ui& ui) { zoom_to(ui, next_zoom(zoom_now(ui), +1)); }},
    {Action::zoom_out, "View", plain(Key::minus), "Zoom out", nullptr,
     "Shows the picture smaller ({}).", of_run | repeats,
     [](Ui& ui) { zoom_to(ui, next_zoom(zoom_now(ui), -1)); }},
    {Action::text_larger, "View", kNoKey, "Larger text", nullptr,
     "Makes text and everything else larger ({}).", repeats,
     [](Ui& ui) { change_text_size(ui, +1); }, nullptr, nullptr, "font bigger zoom"},
    {Action::text_smaller, "View", kNoKey, "Smaller text", nullptr,
     "Makes text and everything else smaller ({}).", repeats,
     [](Ui& ui) { change_text_size(ui, -1); }, nullptr, nullptr, "font smaller"},
    {Action::side_panel, "View", plain(Key::f9), "Show or hide the left panel", "Left panel",
     "Shows or hides the left panel with the run's settings ({}).", anywhere, toggle_panel, nullptr,
     [](const Ui& ui) { return ui.panel_open(); }, "sidebar drawer hide"},
    {Action::curves, "View", kNoKey, "Show or hide the plot of the learning curves", "Curves",
     "Shows the learning curves above the timelapse, or only over its moments ({}).", 0,
     [](Ui& ui) { ui.state.preferences.curves_open ^= true; }, nullptr,
     [](const Ui& ui) { return ui.state.preferences.curves_open; },
     "plot graph chart loss psnr learning"},
    {Action::presentation, "View", plain(Key::f5), "Presentation, without panels", "Presentation",
     "Shows the drawing and its decibels, large, without panels; in a race, the podium ({}).",
     of_run | anywhere, [](Ui& ui) { ui.state.presentation ^= true; }, nullptr,
     [](const Ui& ui) { return ui.state.presentation; }, "projector beamer stage"},
    {Action::fullscreen, "View", plain(Key::f11), "The picture alone, full screen", "Full screen",
     "Shows only the picture, on the whole screen ({}).", anywhere,
     [](Ui& ui) { ui.requests.ask(request::ToggleFullscreen{}); }, nullptr,
     [](const Ui& ui) { return ui.view.fullscreen; }, "hide panels kiosk"},
    {Action::earlier, "Timelapse", plain(Key::left), "One moment earlier", nullptr,
     "Shows the moment before this one ({}).", repeats, [](Ui& ui) { step_keyframe(ui, -1); }},
    {Action::later, "Timelapse", plain(Key::right), "One moment later", nullptr,
     "Shows the moment after this one ({}).", repeats, [](Ui& ui) { step_keyframe(ui, +1); }},
    {Action::first, "Timelapse", plain(Key::home), "The first moment", nullptr,
     "Shows the network before its first step ({}).", 0, show_first_keyframe},
    {Action::now, "Timelapse", plain(Key::end), "Back to now", nullptr,
     "Shows the network as it is now ({}). Looking back never changes what is learned.", 0,
     show_now},
    {Action::play_timelapse, "Timelapse", plain(Key::p), "Play the timelapse", "Play",
     "Plays the timelapse from the start or the shown moment ({}).", 0, play_or_pause_timelapse,
     has_timelapse},
    {Action::loop_timelapse, "Timelapse", kNoKey, "Loop the timelapse", "Loop",
     "Plays the timelapse over and over ({}). Off by default.", 0,
     [](Ui& ui) { ui.state.preferences.loop_timelapse ^= true; }, nullptr,
     [](const Ui& ui) { return ui.state.preferences.loop_timelapse; }},
    {Action::continue_from_here, "Timelapse", kNoKey, "Continue from the shown moment",
     "Continue from here",
     "Starts a new run from the shown moment ({}). The old run stays under File > Recent.", trains,
     continue_from_here, shows_keyframe, nullptr, "branch fork"},
    {Action::keep_look, "Timelapse", plain(Key::k), "Bookmark the shown moment", "Bookmark",
     "Bookmarks the shown moment ({}). Press again to remove the bookmark.", trains | of_run,
     toggle_bookmark, shows_keyframe, shows_bookmark, "favourite keep mark"},
    {Action::rename_bookmark, "Timelapse", kNoKey, "Rename the shown bookmark", "Rename bookmark",
     "Gives the shown bookmark a name ({}). A double click on it does the same.", trains | of_run,
     [](Ui& ui) { begin_renaming(ui, *ui.state.timelapse.at_step); }, shows_bookmark},
    {Action::lessons, "Help", plain(Key::f6), "Lessons: why it learns", "Lessons",
     "Ten short lessons on your own picture: guess, then watch the answer ({}).", anywhere,
     opens<Dialog::lessons>, no_sheet, nullptr, "teach learn course class"},
    {Action::shortcuts, "Help", plain(Key::f1), "All keys, and about Redraw", "Keys and about",
     "Lists all keys, and shows Redraw's version and what it learns on ({}).", anywhere,
     opens<Dialog::shortcuts>, no_sheet, nullptr, "keyboard hotkeys shortcuts version"},
    {Action::what_is_this, "Help", shift(Key::f1), "What is this?", nullptr,
     "Explains whatever the mouse or Tab rests on, until Esc or a click ({}). Every control has an "
     "explanation.",
     anywhere, toggle_explanations, nullptr,
     [](const Ui& ui) { return ui.state.controls.tooltips.asked; }},
    {Action::guide, "Help", kNoKey, "The guide", "Guide",
     "Opens the illustrated guide in the browser ({}). It works offline.", 0,
     [](Ui& ui) { ui.requests.ask(request::OpenGuide{}); }},
    {Action::close, "Help", plain(Key::escape), "Close what is open", nullptr,
     "Closes what was opened last ({}).", 0, close_what_is_open},
};

}  // namespace

std::span<const Shortcut> shortcuts() {
    return kTable;
}

const Shortcut& row_of(Action action) {
    return *std::ranges::find(kTable, action, &Shortcut::action);
}

bool can_perform(const Ui& ui, Action action) {
    const Shortcut& row = row_of(action);
    if (row.traits & trains && ui.view_only()) return false;
    if (row.traits & of_run && !ui.has_run()) return false;
    return !row.enabled || row.enabled(ui);
}

void perform(Ui& ui, Action action) {
    if (can_perform(ui, action)) row_of(action).act(ui);
}

}  // namespace redraw::ui
