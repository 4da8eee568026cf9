// One pane of the centre: the network's render, its reference, both with a divider between them
// (wipe), or their difference with a legend. Also the pixel under the mouse: a line with its
// position, the values of picture and render and their error, and a box with a small curve of how
// it was learned.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Remembers the pixel under the mouse, and draws the box with its history while the user wants it.
// `of`: the index of the compared run drawn in this pane; absent: the open run.
void read_pixel(Ui& ui, const Rect& pane, const Placement& placement,
                std::optional<std::size_t> of = std::nullopt);
// Draws the values of the last pixel that read_pixel() remembered, in one line. A click on the line
// changes the notation (PixelValues).
void draw_pixel_line(Ui& ui, const Rect& row);
// Returns the top left corner of a box of this size inside `room`, `gap` pixels from the mouse: to
// the right of the mouse and below it, if the box fits there.
ImVec2 place_beside(ImVec2 mouse, ImVec2 size, const Rect& room, float gap);

struct Sample {
    const float* values;
    Point point;  // the centre of the sample
};
// Returns the sample of a render with the sample positions `grid` that is nearest to the point (x,
// y) in grid coordinates; absent if the point lies outside the render.
std::optional<Sample> sample_at(const Image& image, const Grid& grid, double x, double y);

// A point of the curve that shows a pixel's value over the training run. Both coordinates are 0 to
// 1; x grows with log(1 + step).
struct HistoryPoint {
    float x, y;
    bool operator==(const HistoryPoint&) const = default;
};
struct HistoryLine {
    std::vector<HistoryPoint> points;  // non-finite values are left out
    float target = 0;  // height of the line that marks the picture's own value, 0 to 1
};
// Computes a pixel's curve from its values at keyframes. `wanted`: the channels of the
// picture's pixel.
HistoryLine history_line(const PixelHistory& history, const float* wanted);

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
// Draws a pane, and its labels above `rect` in a row kCaption layout units high.
void draw_pane(Ui& ui, const Pane& pane);
inline constexpr float kCaption = 20;  // height of the row of labels, layout units
// Returns the position of a wipe's divider that is dragged to the pixel column `x`: a share of the
// pane's width.
float wipe_at(const Rect& pane, float x);

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

// The detail dial, turned by dragging over the picture. It exists in the drawing view while the
// whole picture is shown. Dragging left shows an earlier keyframe, which looks more like a
// painting; dragging right a more detailed one. turn_canvas_dial() handles drags of the last ImGui
// item, which covers `pane`.
bool has_canvas_dial(const Ui& ui);
void turn_canvas_dial(Ui& ui, const Rect& pane);

}  // namespace redraw::ui
