// Parts of the window that have no folder of their own: the bar at the top, the menus, the podium
// of a race, and the notices.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Draws the bar at the top: the button that trains or pauses, the progress of training, and the
// PSNR.
void draw_top_bar(Ui& ui, const Rect& area);

// Draws the networks of a race: their names and PSNR in large letters over their renders.
void draw_racers(Ui& ui, const Rect& area);
// Draws a race as a presentation: the networks' renders, their PSNR in large letters, the learning
// curves, and a text about which network leads or has won. Returns the place for notices: over the
// curves.
Rect draw_podium(Ui& ui, const Rect& window);

void draw_menus(Ui& ui, const Rect& area);

// A notice is a short text with buttons, such as an error, advice, a running export, or a success
// message, which disappears after some seconds. The most urgent one is drawn in `row`, the free
// part of the dock's caption; a text that is too long for it, over `dock`. It never moves the
// picture.
void draw_notices(Ui& ui, const Rect& row, const Rect& dock);

}  // namespace redraw::ui
