// What can be dragged out of the window into another program is taken hold of here.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// True once, as soon as it is clear that the place is being dragged and not clicked. It registers
// no control: the keyboard copies instead.
bool dragged_out(Ui& ui, const char* id, const Rect& place);
// The six dots that say so, and how wide they are with the room after them.
void draw_grip(Ui& ui, ImVec2 middle_left, ImU32 colour);
float grip_width(const Ui& ui);

}  // namespace redraw::ui
