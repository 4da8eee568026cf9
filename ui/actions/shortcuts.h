// Every key and what it does: one table for the keyboard, the menus and the help sheet.
#pragma once

#include "ui/state/context.h"

#include <array>
#include <span>

namespace redraw {

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
    paste,
    undo,
    redo,
    view_side_by_side,
    view_wipe,
    view_difference,
    view_drawing,
    view_neurons,
    next_against,
    fit,
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
    text_larger,
    text_smaller,
    fullscreen,
    shortcuts,
    close,
};

struct Shortcut {
    Action action;
    Key key;
    bool ctrl, shift;
    const char* keys;  // as printed
    const char* what;
    const char* group;
};

std::span<const Shortcut> shortcuts();
const char* keys_of(Action action);  // "Ctrl+O", or ""

// It would train the run, which one that is only viewed does not.
bool trains(Action action);
// Does it, from a key, a menu or a button.
void perform(Ui& ui, Action action);
// View > Text size, in percent of what the monitor asks for.
inline constexpr std::array kTextSizes{75, 90, 100, 110, 125, 150, 175, 200, 250};
int next_text_size(int percent, int direction);
// What is said when the clipboard holds nothing to open.
inline constexpr const char* kNothingToPaste =
    "The clipboard holds neither a picture nor the path of one: copy a file or a picture first.";
// An entry of a menu that does it.
void menu_item(Ui& ui, const char* label, Action action, bool enabled = true, bool ticked = false);
// Handles the keys of this frame, unless somebody is typing.
void handle_keys(Ui& ui);

}  // namespace redraw
