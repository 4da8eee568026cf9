// The left panel's section on the learning rate over time.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_schedule_panel(Ui& ui);

}  // namespace redraw::ui
