// The schedule's handles on either plot: which one is under the mouse, what dragging it does, how
// it looks. A drag is live, and one undo step.
#pragma once

#include "ui/state/context.h"
#include "ui/state/schedule_drag.h"

#include <span>

namespace redraw::ui {

struct HandleSet {
    std::span<const Handle> handles;
    SchedulePlot plot;
    Rect room;  // handles are kept inside
    bool over_curves = false;
    float reach = 10;  // units
};

// For the last item, which catches the mouse. The handle that is held or under the mouse, if any.
Handle use_handles(Ui& ui, const HandleSet& set);
// Once a frame: makes the drag a change of its own when the mouse lets go, wherever its plot has
// gone meanwhile.
void let_go_of_handle(Ui& ui);
// `hot`: what use_handles() found. The value goes with the one that is dragged.
void draw_handles(Ui& ui, const HandleSet& set, Handle hot);

}  // namespace redraw::ui
