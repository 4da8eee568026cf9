// The table of actions: name, key, texts and function, for the keyboard, menus, buttons, tooltips
// and the list of keys.
#pragma once

#include "ui/kit/widgets.h"

namespace redraw::ui {

enum class Action {
    train_or_pause,
    step,
    restart,
    open,
    open_folder,
    open_sample,
    runs,
    race,
    save_copy,
    export_picture,
    export_film,
    export_page,
    export_curves,
    presets,
    import_preset,
    quit,
    copy,
    paste,
    undo,
    redo,
    mute_neuron,
    settings,
    view_side_by_side,
    view_wipe,
    view_difference,
    view_drawing,
    view_neurons,
    next_reference,
    fit,
    dive,
    actual_size,
    zoom_in,
    zoom_out,
    text_larger,
    text_smaller,
    side_panel,
    presentation,
    fullscreen,
    earlier,
    later,
    first,
    now,
    play_timelapse,
    slower,
    faster,
    loop_timelapse,
    continue_from_here,
    keep_look,
    shortcuts,
    what_is_this,
    guide,
    about,
    close,
};

// One row of the table.
struct Shortcut {
    enum Trait : unsigned {
        trains = 1,      // trains or changes the run: not in one that is only viewed
        of_run = 2,      // needs a run
        repeats = 4,     // acts again while its key is held
        of_picture = 8,  // needs a run or a picture in tiles
        anywhere = 16,   // by a function key, which types nothing: over a sheet and in a field, too
    };
    Action action;
    const char* name;   // in the settings file
    const char* group;  // in the list of keys
    Chord chord;        // unless the user has chosen another (keymap.h)
    const char* what;   // in the list of keys
    const char* label;  // in a menu; null: `what`
    const char* help;   // its tooltip; " ({})" stands for the key in force (with_keys())
    unsigned traits;
    void (*act)(Ui&);
    bool (*enabled)(const Ui&) = nullptr;  // null: whenever the traits allow it
    bool (*ticked)(const Ui&) = nullptr;   // in a menu; null: never
};

std::span<const Shortcut> shortcuts();

// Does it, from a key, a menu or a button, if it is enabled.
void perform(Ui& ui, Action action);
// The text sizes offered, in percent of the monitor's.
inline constexpr std::array kTextSizes{75, 90, 100, 110, 125, 150, 175, 200, 250};
// Opens the file that pasted text names, or says why not.
void open_pasted(Ui& ui, const std::string& text);
// The notice when the clipboard holds nothing to open.
inline constexpr const char* kNothingToPaste =
    "The clipboard holds neither a picture nor the path of one: copy a file or a picture first.";
// Draws an entry of a menu, greyed out while it is disabled. `label` null: the table's.
void menu_item(Ui& ui, Action action, const char* label = nullptr);
const char* menu_label(Action action);
// The tooltip of an action, with the key that is in force, and why it does not act in a run that is
// only viewed.
std::string action_help(const Ui& ui, Action action);
// Draws a button for it, at the cursor or at a place, or a link. Its tooltip is the action's unless
// the options have one.
void action_button(Ui& ui, Action action, const char* id, const std::string& label,
                   ButtonStyle style, ImVec2 size, ButtonOptions options = {});
void action_button_at(Ui& ui, Action action, const char* id, const std::string& label,
                      ButtonStyle style, const Rect& place, ButtonOptions options = {});
void action_link(Ui& ui, Action action, const char* id, const std::string& label, ImVec2 at,
                 bool chosen = false);

}  // namespace redraw::ui
