// One pane of the centre: the drawing, its reference, both across a wipe, or their difference with
// its legend; and the read-out of the pixel under the mouse: its place, the picture's and the
// network's value, their difference, and a small curve of the network's value over the run.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Draws the read-out. `of`: the compared run whose drawing lies there; absent: this run's.
void draw_readout(Ui& ui, const Rect& pane, const Placement& placement,
                  std::optional<std::size_t> of = std::nullopt);
// Places a box inside `room`, beside the mouse: right and below if there is room.
ImVec2 place_beside(ImVec2 mouse, ImVec2 size, const Rect& room, float gap);

struct Sample {
    const float* values;
    Point point;  // its centre
};
// The sample of a drawing on `grid` that holds a point of the plane; nothing outside it.
std::optional<Sample> sample_at(const Image& image, const Grid& grid, double x, double y);

// A point of the curve, from 0 to 1 across (log(1 + step)) and up.
struct HistoryPoint {
    float x, y;
    bool operator==(const HistoryPoint&) const = default;
};
struct HistoryLine {
    std::vector<HistoryPoint> points;  // values that are not numbers are left out
    float target = 0;                  // height of the hairline
};
// `wanted` is the picture's pixel.
HistoryLine history_line(const PixelHistory& history, const float* wanted);

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

// Divides an area into at least so many panes of the same size, in rows: one pane or two beside
// each other, more in the rows in which a picture of this shape, its width by its height, is
// largest. They are full, so that there may be one more than asked for.
std::vector<Rect> panes_of(const Ui& ui, const Rect& whole, std::size_t count, double shape);

// Makes a place of the window the canvas: the wheel zooms around the mouse, dragging pans. All
// panes share it. Called last, so that what lies on the pane takes its clicks first. `picture`: the
// size of what lies on the canvas.
void use_canvas(Ui& ui, const Rect& pane, PixelSize picture, const char* id,
                const std::string& explained);

}  // namespace redraw::ui
