// The table of the window's actions: name, key, texts and function of each. Keyboard, menus,
// buttons, tooltips and the list of keys all use it.
#pragma once

#include "ui/kit/widgets.h"

namespace redraw::ui {

enum class Action {
    train_or_pause,
    restart,
    learn_full_size,
    open,
    open_folder,
    open_sample,
    runs,
    race,
    looks,
    save_copy,
    share,
    race_film,
    race_page,
    presets,
    quit,
    copy,
    paste,
    undo,
    redo,
    settings,
    palette,
    view_side_by_side,
    view_wipe,
    view_difference,
    view_drawing,
    view_neurons,
    view_why,
    next_reference,
    fit,
    dive,
    actual_size,
    zoom_in,
    zoom_out,
    pixel_history,
    text_larger,
    text_smaller,
    side_panel,
    curves,
    presentation,
    fullscreen,
    earlier,
    later,
    first,
    now,
    play_timelapse,
    replay,
    loop_timelapse,
    continue_from_here,
    keep_look,
    rename_bookmark,
    lessons,
    shortcuts,
    what_is_this,
    guide,
    close,
};

// One row of the table of actions.
struct Shortcut {
    enum Trait : unsigned {
        trains = 1,     // trains or otherwise changes the run; disabled in a view-only run
        of_run = 2,     // needs an open run
        repeats = 4,    // the action repeats while its key is held
        anywhere = 16,  // the action's function key works even in sheets and text fields
    };
    Action action;
    const char* group;  // the heading above the action in the list of keys
    Chord chord;        // its key; Key::none: it has none
    const char* what;   // the action's description in the list of keys
    const char* label;  // the action's label in menus; null: use `what`
    const char* help;   // the action's tooltip; with_keys() replaces its " ({})" by the key
    unsigned traits;
    void (*act)(Ui&);
    bool (*enabled)(const Ui&) = nullptr;  // null: enabled whenever `traits` allow it
    bool (*ticked)(const Ui&) = nullptr;   // returns whether its menu item has a tick; null: never
    const char* synonyms = "";             // other words by which people look for the action
};

std::span<const Shortcut> shortcuts();

// Returns an action's row in the table; the first one if it has several, with a key each.
const Shortcut& row_of(Action action);
bool can_perform(const Ui& ui, Action action);
// Runs an action if it is enabled; called by keys, menus, buttons and the palette.
void perform(Ui& ui, Action action);
// The text sizes offered, in percent of the monitor's default.
inline constexpr std::array kTextSizes{75, 90, 100, 110, 125, 150, 175, 200, 250};

}  // namespace redraw::ui
