// The sheet that exports a film of the run.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void prepare_film_sheet(Ui& ui);
void draw_film_sheet(Ui& ui);

}  // namespace redraw::ui
