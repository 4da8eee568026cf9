// The picture without the studio around it: alone in full screen, and in a presentation under how
// close the drawing is, in digits that are read across a room.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// The stage takes the place of all panels: a run that is presented or fills the screen.
bool on_stage(const Ui& ui);
void draw_stage(Ui& ui, const Rect& window);

}  // namespace redraw::ui
