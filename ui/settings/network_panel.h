// The left panel's section on the network.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_network_panel(Ui& ui);

}  // namespace redraw::ui
