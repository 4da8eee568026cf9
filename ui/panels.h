// Parts of the window that have no folder of their own: the bar at the top, the menus, the podium
// of a race, and the notices.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Draws the bar at the top: the button that trains or pauses, the progress of training, and the
// PSNR.
void draw_top_bar(Ui& ui, const Rect& area);

// Draws a race as a presentation: the networks' renders, their PSNR in large letters, the learning
// curves, and a text about which network leads or has won.
void draw_podium(Ui& ui, const Rect& window);

void draw_menus(Ui& ui, const Rect& area);

// A notice is a narrow box with a short text and buttons, such as an error, advice, a running
// export, or a success message, which disappears after some seconds. Notices are stacked at the
// bottom of `area`. notices_height() returns the height in pixels that they need if they are at
// most `width` pixels wide.
float notices_height(Ui& ui, float width);
void draw_notices(Ui& ui, const Rect& area);

}  // namespace redraw::ui
