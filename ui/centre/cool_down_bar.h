// The copy that cools down beside the run: how far it is, what it would give, and whether to do it.
#pragma once

#include "ui/state/context.h"

namespace redraw {

void draw_cool_down_bar(Ui& ui, const Rect& area);

}  // namespace redraw
