// Maps keys to actions. Each action has a default key, which the user can replace or remove
// (Preferences::keys). No two actions have the same key.
#pragma once

#include "ui/actions/shortcuts.h"

namespace redraw::ui {

Chord chord_of(const Preferences& preferences, const Shortcut& shortcut);
std::string keys_of(const Ui& ui, Action action);  // "Ctrl+O"; "" without a key
// Replaces "{}" in a text by the action's key: "Trains or pauses ({})." becomes "Trains or pauses
// (Space)." If the action has no key, removes " ({})" and replaces any other "{}" by the action's
// name.
std::string with_keys(const Ui& ui, std::string_view text, Action action);

// Returns the row of the action, other than `but`, that has the key combination `chord`; null if
// there is none.
const Shortcut* holder_of(const Preferences& preferences, Chord chord, const Shortcut& but);
// Returns the reason why a key cannot be assigned, as a sentence; empty if it can.
std::string why_not_a_key(Chord chord);
// Assigns a key to an action, and removes it from the action that had it before. Key::none leaves
// the action without a key.
void give_keys(Preferences& preferences, const Shortcut& shortcut, Chord chord);
void reset_keys(Preferences& preferences, const Shortcut& shortcut);
// Returns the valid entries of the keys in a preferences file, which may be damaged. Drops unknown
// or fixed actions and keys that cannot be assigned. Of two actions with the same key, a default
// key yields to a chosen one, else the first action keeps it; the other is left without a key.
KeyChanges usable_keys(const KeyChanges& keys);

// Handles a frame's key presses while the preferences sheet waits for an action's new key. Returns
// false if the sheet does not wait. Enter confirms taking the key from another action, Esc cancels,
// Backspace removes the action's key.
bool take_chord(Ui& ui);

// Passes a frame's key presses to whatever handles them: a text field, the open sheet, a menu, the
// focused control, or the window's actions.
void handle_keys(Ui& ui);

}  // namespace redraw::ui
