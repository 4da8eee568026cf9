// Panels that have no folder of their own: the bar at the top, the menus, the notices and the
// batch's bar.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Draws the bar at the top: the training's buttons and its progress.
void draw_top_bar(Ui& ui, const Rect& area);

// Draws a race as a presentation: the networks with their PSNR in large letters, their drawings,
// their curves, and who leads or has won.
void draw_podium(Ui& ui, const Rect& window);

void draw_menus(Ui& ui, const Rect& area);

// Draws the notices, as sentences with buttons. Errors, advice and running exports are strips that
// float over the top of the panes. Success messages appear at the bottom and disappear after some
// seconds.
void draw_notices(Ui& ui, const Rect& area);

}  // namespace redraw::ui
