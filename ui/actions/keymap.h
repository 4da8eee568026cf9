// Maps keys to actions: each action has its own key, unless the user chose another one or none
// (Preferences::keys). No two actions have the same key.
#pragma once

#include "ui/actions/shortcuts.h"

namespace redraw::ui {

Chord chord_of(const Preferences& preferences, const Shortcut& shortcut);
std::string keys_of(const Ui& ui, Action action);  // "Ctrl+O", or ""
// Replaces "{}" in a text by the key in force: "Trains or pauses ({})." Without a key, " ({})" is
// dropped, and elsewhere "{}" becomes the action's name.
std::string with_keys(const Ui& ui, std::string_view text, Action action);

// Returns the other action that has a key; null if none has.
const Shortcut* holder_of(const Preferences& preferences, Chord chord, const Shortcut& but);
// Says why a key cannot be assigned, in a sentence; empty if it can.
std::string why_not_a_key(Chord chord);
// Assigns a key and takes it from the action that had it. Key::none: the action has no key.
void give_keys(Preferences& preferences, const Shortcut& shortcut, Chord chord);
void reset_keys(Preferences& preferences, const Shortcut& shortcut);
// Filters the keys of a preferences file, which may hold anything: drops unknown actions, keys that
// cannot be assigned, and the second action of two with the same key.
KeyChanges usable_keys(const KeyChanges& keys);

// Takes the frame's keys while the keys page waits for one; true if it waits. Enter confirms the
// question, Esc cancels, Backspace removes the action's key.
bool take_chord(Ui& ui);

// Sends the keys of a frame to whatever has them: a text field, the open sheet, a menu, the control
// that Tab reached, or the window's actions.
void handle_keys(Ui& ui);

}  // namespace redraw::ui
