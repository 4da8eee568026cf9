// The stage: the drawing alone on the whole window; and the opening before it.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// True while the centre already shows a picture that is still being opened.
bool opening_is_seen(const Ui& ui);
void draw_opening(Ui& ui, const Rect& whole);
// True if the stage replaces all panels. The stage is the picture alone in full screen, or a
// presentation with the PSNR in large digits above the picture.
bool on_stage(const Ui& ui);
// Returns the place for notices: over the line of a presentation, or at the picture's lower edge.
Rect draw_stage(Ui& ui, const Rect& window);

}  // namespace redraw::ui
