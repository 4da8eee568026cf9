// The rivals of a race: up to three other networks for the same picture, and its finish line.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void prepare_race_sheet(Ui& ui);
void draw_race_sheet(Ui& ui);

}  // namespace redraw::ui
