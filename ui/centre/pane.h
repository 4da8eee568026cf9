// One pane of the centre: the network's render, its reference, both with a divider between them
// (wipe), or their difference with a legend.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// The content of a pane: the reference, the network's render (`drawing`) or their difference. Each
// is shown if its text is set. The text is the label; an empty text draws no label.
struct Pane {
    Rect rect;
    Reference against{};  // which reference is shown; default: the picture
    // If `reference` and `drawing` are set, the pane is a wipe with a divider between them.
    std::optional<std::string> reference{}, drawing{};
    std::optional<std::string> difference{};
    bool drawing_left = false;  // in a wipe, the render is left of the divider
};
// Returns the label of a reference, or empty where the view draws no labels.
std::string label_of(const Ui& ui, const PaneArea& area, Reference of);
// Draws a pane, and its labels: in its upper corners, or above `rect` in a row kCaption layout
// units high (CentreView::labels_inside).
void draw_pane(Ui& ui, const Pane& pane);
inline constexpr float kCaption = 20;  // height of the row of labels, layout units
// Returns the position of a wipe's divider that is dragged to the pixel column `x`: a share of the
// pane's width. It stays over the picture.
float wipe_at(const Ui& ui, const Rect& pane, float x);

// Divides an area into at least `count` equal panes. One or two panes lie in one row. More are
// arranged so that a picture of this shape (width / height) is largest. All rows are full, so there
// may be one pane more than requested.
std::vector<Rect> panes_of(const Ui& ui, const Rect& whole, std::size_t count, double shape);

// Lets the mouse zoom and pan the picture in one area of the window: the wheel zooms around the
// mouse, dragging pans. All panes share zoom and pan. Call last, so that controls on top of the
// pane get clicks first. `picture`: size of the picture in pixels. `pans`: false if dragging does
// something else.
void use_canvas(Ui& ui, const Rect& pane, PixelSize picture, const char* id,
                const std::string& explained, bool pans = true);

}  // namespace redraw::ui
