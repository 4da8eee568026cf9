// The preferences of the studio, whatever the run: looks, learning, files, where runs are, and on a
// page of its own the keys.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_settings_sheet(Ui& ui);

}  // namespace redraw::ui
