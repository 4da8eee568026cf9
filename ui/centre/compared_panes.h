// The panes of the views that show compared runs, and the values of their pixels.
#pragma once

#include "ui/centre/readout.h"

namespace redraw::ui {

// Draws the open run in the first pane, and the compared runs in the others.
void draw_compared_side_by_side(Ui& ui, const PaneArea& area);
// Returns the compared run whose render is under the mouse in pane `at`; absent: that of the open
// run, or the picture.
std::optional<std::size_t> compared_run_under_mouse(const Ui& ui, const Rect& pane, std::size_t at,
                                                    Reference reference);
// Returns the sample of a compared run's render at a point, from its close-up if that covers the
// point.
std::optional<Sample> drawn_by_compared(const Ui& ui, std::size_t of, Point at);
// Returns the name of a run beside a value of its render. `of`: a compared run; absent: the open
// run.
std::string drawn_name(const Ui& ui, std::optional<std::size_t> of);

}  // namespace redraw::ui
