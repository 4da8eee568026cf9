// Before there is a picture: what to do, and the runs of before.
#pragma once

#include "ui/state/context.h"

namespace redraw {

void draw_empty_centre(Ui& ui, const Rect& area);

}  // namespace redraw
