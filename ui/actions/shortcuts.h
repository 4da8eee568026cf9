// Everything that can be done and its key: one table for keyboard, menus, buttons and help sheet.
#pragma once

#include "ui/state/context.h"

#include <array>
#include <span>

namespace redraw::ui {

enum class Action {
    train_or_pause,
    step,
    restart,
    open,
    runs,
    race,
    save_copy,
    export_picture,
    export_film,
    quit,
    copy,
    paste,
    undo,
    redo,
    view_side_by_side,
    view_wipe,
    view_difference,
    view_drawing,
    view_neurons,
    mute_neuron,
    next_reference,
    fit,
    dive,
    actual_size,
    zoom_in,
    zoom_out,
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
    text_larger,
    text_smaller,
    side_panel,
    presentation,
    fullscreen,
    settings,
    shortcuts,
    what_is_this,
    guide,
    close,
};

struct Shortcut {
    enum Trait : unsigned {
        trains = 1,      // the run, which one that is only viewed does not
        of_run = 2,      // nothing without one
        repeats = 4,     // a held Space must not pause and train in turns; a held arrow walks on
        of_picture = 8,  // nothing without a run or a picture in tiles
        anywhere = 16,   // by a function key, which types nothing: over a sheet and in a field, too
    };
    Action action;
    const char* name;  // in the settings file
    Chord chord;       // unless the user has chosen another (keymap.h)
    const char* what;
    const char* group;
    unsigned traits;
    void (*act)(Ui&);
};

std::span<const Shortcut> shortcuts();

// Does it, from a key, a menu or a button, where it can be done.
void perform(Ui& ui, Action action);
// The text sizes there are, in percent of what the monitor asks for.
inline constexpr std::array kTextSizes{75, 90, 100, 110, 125, 150, 175, 200, 250};
// What is said when the clipboard holds nothing to open.
inline constexpr const char* kNothingToPaste =
    "The clipboard holds neither a picture nor the path of one: copy a file or a picture first.";
// An entry of a menu that does it; greyed out where it cannot be done.
void menu_item(Ui& ui, const char* label, Action action, bool enabled = true, bool ticked = false);
// Handles the keys of this frame, unless somebody is typing.
void handle_keys(Ui& ui);

}  // namespace redraw::ui
