// The sheet of the studio's preferences: looks, learning, files, the folder of runs, and on a page
// of their own the keys.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_preferences_sheet(Ui& ui);

}  // namespace redraw::ui
