// The left panel's section on the picture: its name, its size, its channels, and the run that this
// one was branched from.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_picture_panel(Ui& ui);

}  // namespace redraw::ui
