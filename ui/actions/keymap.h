// Maps keys to actions. Each action has a default key, which the user can replace or remove
// (Preferences::keys). No two actions have the same key.
#pragma once

#include "ui/actions/shortcuts.h"

namespace redraw::ui {

Chord chord_of(const Preferences& preferences, const Shortcut& shortcut);
std::string keys_of(const Ui& ui, Action action);  // "Ctrl+O"; "" without a key
// Replaces "{}" in a text by the action's key: "Trains or pauses ({})." If the action has no key,
// drops " ({})", and replaces any other "{}" by the action's name.
std::string with_keys(const Ui& ui, std::string_view text, Action action);

// Returns the action that has a key, ignoring `but`; null if none has it.
const Shortcut* holder_of(const Preferences& preferences, Chord chord, const Shortcut& but);
// Returns the reason why a key cannot be assigned, as a sentence; empty if it can.
std::string why_not_a_key(Chord chord);
// Assigns a key and takes it from the action that had it. Key::none removes the action's key.
void give_keys(Preferences& preferences, const Shortcut& shortcut, Chord chord);
void reset_keys(Preferences& preferences, const Shortcut& shortcut);
// Filters the keys of an untrusted preferences file. Drops unknown actions, keys that cannot be
// assigned, and the second action of two with the same key.
KeyChanges usable_keys(const KeyChanges& keys);

// Handles the frame's keys while the keys page waits for a new key; true if it waits. Enter
// confirms the question, Esc cancels, Backspace removes the action's key.
bool take_chord(Ui& ui);

// Sends a frame's keys to their receiver: a text field, the open sheet, a menu, the focused
// control, or the window's actions.
void handle_keys(Ui& ui);

}  // namespace redraw::ui
