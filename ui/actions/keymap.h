// Maps keys to actions. No two actions have the same key.
#pragma once

#include "ui/actions/shortcuts.h"

namespace redraw::ui {

std::string keys_of(Action action);  // "Ctrl+O"; "" without a key
// Replaces "{}" in a text by the action's key: "Trains or pauses ({})." becomes "Trains or pauses
// (Space)." If the action has no key, removes " ({})" and replaces any other "{}" by the action's
// name.
std::string with_keys(std::string_view text, Action action);

// Passes a frame's key presses to whatever handles them: a text field, the open sheet, a menu, the
// focused control, or the window's actions.
void handle_keys(Ui& ui);

}  // namespace redraw::ui
