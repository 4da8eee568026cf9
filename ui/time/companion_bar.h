// One line above the curves: who races or is compared with, who is ahead, what differs, and the way
// out.
#pragma once

#include "ui/state/context.h"

namespace redraw {

// Of the layout; 0 when the run is alone.
float companion_bar_height(const Ui& ui);
void draw_companion_bar(Ui& ui, const Rect& area);
// What differs in settings: a popup of this name, its lower right corner there.
void draw_differences(Ui& ui, const char* popup, ImVec2 corner);

}  // namespace redraw
