// What can be done, each in a sentence or two with its key, for the buttons and the menu entries
// that do it.
#pragma once

#include "ui/actions/shortcuts.h"

#include <string>

namespace redraw::ui {

std::string action_help(const Ui& ui, Action action);

}  // namespace redraw::ui
