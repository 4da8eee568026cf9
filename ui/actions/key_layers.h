// Sends the keys of a frame to whatever has them: a text field, the open sheet, a menu, the control
// that Tab reached, or the window's actions.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void handle_keys(Ui& ui);

}  // namespace redraw::ui
