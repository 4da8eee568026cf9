// The rival of a race: another network for the same picture.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_race_sheet(Ui& ui);

}  // namespace redraw::ui
