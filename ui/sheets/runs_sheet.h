// Every run of the folder: open it, use its settings, compare with it, move it to the trash.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_runs_sheet(Ui& ui);

}  // namespace redraw::ui
