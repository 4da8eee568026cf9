// The dock: everything about time that lies below the picture. Closed, it shows one row of words
// (its caption) and the timelapse, with the curve of the PSNR over the moments. Pulled up, it shows
// the learning curves in a plot of their own.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// The parts of the dock from top to bottom. `curves` is empty while the plot is closed.
struct Dock {
    Rect curves, caption, film;
    float top() const { return curves.y0; }
    Rect all() const { return {curves.x0, curves.y0, film.x1, film.y1}; }
};
// Divides the lower end of `main`, the area right of the left panel.
Dock dock_in(const Ui& ui, const Rect& main);

// Draws the upper edge, by which the mouse pulls the plot open or shut, and the caption: the shown
// moment and the ways back from it. Returns the part of the caption that is free for a notice.
Rect draw_dock_caption(Ui& ui, const Dock& dock);

}  // namespace redraw::ui
