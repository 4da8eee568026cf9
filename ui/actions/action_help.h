// The tooltip of an action, with the key that is in force.
#pragma once

#include "ui/actions/shortcuts.h"

#include <string>

namespace redraw::ui {

std::string action_help(const Ui& ui, Action action);

}  // namespace redraw::ui
