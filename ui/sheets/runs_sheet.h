// Every run of the folder, one or several chosen: what can be done with them is runs_foot.h.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_runs_sheet(Ui& ui);

}  // namespace redraw::ui
