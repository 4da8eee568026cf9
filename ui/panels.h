// The parts of the window outside its folders: the bar at the top, menus, notices, and the band of
// the batch.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// The bar at the top: the training's buttons and its progress.
void draw_top_bar(Ui& ui, const Rect& area);

// The menu bar.
void draw_menus(Ui& ui, const Rect& area);

// Draws what is to be said, in sentences with their buttons. Errors, advice and exports under way
// stand in a band of their own above the panes, which make room: nothing lies on the picture. Good
// news is said below and goes by itself.
void draw_notices(Ui& ui, const Rect& area);

}  // namespace redraw::ui
