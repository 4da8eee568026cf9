// One pane of the centre: the drawing, what it is held against, both across a wipe, or their
// difference with its legend.
#pragma once

#include "ui/state/context.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace redraw::ui {

// A pane: the reference, the drawing, both as a wipe, or their difference, each under its label
// where that is not empty.
struct Pane {
    Rect rect;
    Reference against{};                                // the picture
    std::optional<std::string> reference{}, drawing{};  // both: a wipe
    std::optional<std::string> difference{};
    bool drawing_left = false;  // of a wipe
};
void draw_pane(Ui& ui, const Pane& pane);

// Returns where on the screen a picture that begins at `from` ends: a picture one pixel wide is
// seen at every zoom.
float at_least_one(float from, float to);

// Divides an area into at least so many panes of the same size, in rows: one pane or two beside
// each other, more in the rows in which a picture of this shape, its width by its height, is
// largest. They are full, so that there may be one more than asked for.
std::vector<Rect> panes_of(const Ui& ui, const Rect& whole, std::size_t count, double shape);

// Zoom and pan with the mouse over any pane: all share the canvas. Asked last, so that what lies on
// the pane takes its clicks first. `read`: what lies under the mouse there, to be read; the picture
// where the pane shows this run's drawing or something of it.
void handle_pane_mouse(Ui& ui, const Rect& pane, const char* id, Reference read);

}  // namespace redraw::ui
