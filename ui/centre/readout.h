// What lies under the mouse: where it is, the picture's value, the network's, their distance, and
// what was drawn there over the run.
#pragma once

#include "ui/state/context.h"

namespace redraw {

void draw_readout(Ui& ui, const Rect& pane, const Placement& placement);

}  // namespace redraw
