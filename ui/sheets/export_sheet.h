// The sheet that exports the drawing as pictures, weights or code, and what it says of it.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void prepare_export_sheet(Ui& ui);
void draw_export_sheet(Ui& ui);

}  // namespace redraw::ui
