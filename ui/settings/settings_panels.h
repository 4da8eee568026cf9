// The settings panels at the left: picture, and network with its encoding.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_picture_panel(Ui& ui);
void draw_network_panel(Ui& ui);

}  // namespace redraw::ui
