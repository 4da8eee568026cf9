// Which keys do what: each action's own, but for those the user has given others
// (Preferences::keys). No two actions have the same one.
#pragma once

#include "ui/actions/shortcuts.h"

#include <string>
#include <string_view>

namespace redraw::ui {

Chord chord_of(const Preferences& preferences, const Shortcut& shortcut);
std::string keys_of(const Ui& ui, Action action);  // "Ctrl+O", or ""
// "Trains or pauses ({})." with the keys in force; without any, brackets go with what is in them,
// and elsewhere stands what the action is called.
std::string with_keys(const Ui& ui, std::string_view text, Action action);

// Who has it; null when nobody else does.
const Shortcut* holder_of(const Preferences& preferences, Chord chord, const Shortcut& but);
// Why no action can have it, in a sentence; empty when one can.
std::string why_not_a_key(Chord chord);
// Gives it, and takes it from whoever had it. None: the action has no key.
void give_keys(Preferences& preferences, const Shortcut& shortcut, Chord chord);
void reset_keys(Preferences& preferences, const Shortcut& shortcut);
// Of a settings file, which may hold anything: what is of an action, can be its key, and is nobody
// else's.
KeyChanges usable_keys(const KeyChanges& keys);

// While the settings wait for keys, the next ones are for them: true. Enter agrees to what is
// asked, Esc leaves all as it is, Backspace leaves the action without.
bool take_chord(Ui& ui);

}  // namespace redraw::ui
