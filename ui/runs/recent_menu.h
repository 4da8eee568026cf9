// File > Recent: the newest runs with their drawings.
#pragma once

#include "ui/state/context.h"

namespace redraw {

void draw_recent_menu(Ui& ui);

}  // namespace redraw
