// The table of actions: each one's name, key, texts and function. Keyboard, menus, buttons,
// tooltips and the list of keys all use it.
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
    rename_bookmark,
    shortcuts,
    what_is_this,
    guide,
    about,
    close,
};

// One row of the table.
struct Shortcut {
    enum Trait : unsigned {
        trains = 1,      // trains or changes the run; disabled in a view-only run
        of_run = 2,      // needs a run
        repeats = 4,     // repeats while its key is held
        of_picture = 8,  // needs a run or a picture in tiles
        anywhere = 16,   // its function key also works in sheets and text fields
    };
    Action action;
    const char* name;   // its name in the preferences file
    const char* group;  // its heading in the list of keys
    Chord chord;        // the default key (see keymap.h)
    const char* what;   // its description in the list of keys
    const char* label;  // its label in menus; null: `what`
    const char* help;   // its tooltip; " ({})" is replaced by its key (with_keys())
    unsigned traits;
    void (*act)(Ui&);
    bool (*enabled)(const Ui&) = nullptr;  // null: enabled whenever `traits` allow it
    bool (*ticked)(const Ui&) = nullptr;   // has a tick in its menu; null: never
};

std::span<const Shortcut> shortcuts();

// Runs an action if it is enabled; called by keys, menus and buttons.
void perform(Ui& ui, Action action);
// The text sizes offered, in percent of the monitor's default.
inline constexpr std::array kTextSizes{75, 90, 100, 110, 125, 150, 175, 200, 250};
// Opens the file named by pasted text, or shows why that is impossible.
void open_pasted(Ui& ui, const std::string& text);
// The notice shown when the clipboard holds nothing that can be opened.
inline constexpr const char* kNothingToPaste =
    "The clipboard holds neither a picture nor the path of one: copy a file or a picture first.";
// Draws a menu item for an action, greyed out while disabled. Null `label`: the label in the table.
void menu_item(Ui& ui, Action action, const char* label = nullptr);
const char* menu_label(Action action);
// Returns an action's tooltip with its current key. In a view-only run it also says why the action
// is disabled.
std::string action_help(const Ui& ui, Action action);
// Draws a button for an action: at the cursor, at a given place, or as a link. The tooltip is the
// action's unless the options set one.
void action_button(Ui& ui, Action action, const char* id, const std::string& label,
                   ButtonStyle style, ImVec2 size, ButtonOptions options = {});
void action_button_at(Ui& ui, Action action, const char* id, const std::string& label,
                      ButtonStyle style, const Rect& place, ButtonOptions options = {});
void action_link(Ui& ui, Action action, const char* id, const std::string& label, ImVec2 at,
                 bool chosen = false);

}  // namespace redraw::ui
