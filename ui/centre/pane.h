// One pane of the centre: the drawing, its reference, both as a wipe, or their difference with a
// legend. Also the pixel under the mouse: a line with its position, the values of picture and
// drawing and their error, and a box with a small curve of its value over the run.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Reads the pixel under the mouse, and draws the box with its history while that is wanted. `of`:
// the index of the compared run drawn in this pane; absent: the open run.
void read_pixel(Ui& ui, const Rect& pane, const Placement& placement,
                std::optional<std::size_t> of = std::nullopt);
// Draws the values of the pixel read last, in one line. A click changes how they are written.
void draw_pixel_line(Ui& ui, const Rect& row);
// Places a box inside `room` beside the mouse: to the right and below if it fits.
ImVec2 place_beside(ImVec2 mouse, ImVec2 size, const Rect& room, float gap);

struct Sample {
    const float* values;
    Point point;  // the centre of the sample
};
// Returns the sample of a drawing on `grid` that contains a point of the plane; absent outside.
std::optional<Sample> sample_at(const Image& image, const Grid& grid, double x, double y);

// A point of the pixel's curve; both coordinates are 0 to 1. x is log(1 + step).
struct HistoryPoint {
    float x, y;
    bool operator==(const HistoryPoint&) const = default;
};
struct HistoryLine {
    std::vector<HistoryPoint> points;  // non-finite values are left out
    float target = 0;                  // height of the line for the picture's value
};
// Computes the pixel's curve. `wanted` is the value of the picture's pixel.
HistoryLine history_line(const PixelHistory& history, const float* wanted);

// The content of a pane. Each optional text that is set selects a layer to draw and is its label,
// unless empty.
struct Pane {
    Rect rect;
    Reference against{};  // the reference's layer; default: the picture
    std::optional<std::string> reference{}, drawing{};  // both set: a wipe
    std::optional<std::string> difference{};
    bool drawing_left = false;  // a wipe shows the drawing left of the line
};
// Draws a pane, and its labels in the kCaption units above `rect`.
void draw_pane(Ui& ui, const Pane& pane);
inline constexpr float kCaption = 20;  // layout units
// Returns the place of a wipe's divider, 0 to 1, that lies at `x`.
float wipe_at(const Rect& pane, float x);

// Divides an area into at least `count` equal panes. One or two panes lie in one row. More are
// arranged so that a picture of this shape (width / height) is largest. All rows are full, so there
// may be one pane more than requested.
std::vector<Rect> panes_of(const Ui& ui, const Rect& whole, std::size_t count, double shape);

// Makes an area of the window control the canvas: the wheel zooms around the mouse, dragging pans.
// All panes share the canvas. Call it last, so that controls on top of the pane get clicks first.
// `picture`: size of the picture on the canvas. `pans`: false if dragging does something else.
void use_canvas(Ui& ui, const Rect& pane, PixelSize picture, const char* id,
                const std::string& explained, bool pans = true);

// The detail dial on the canvas: in the drawing view, while the whole picture is shown, dragging
// left shows a more painterly moment and right a more detailed one. turn_canvas_dial() turns it by
// the last ImGui item, which covers `pane`.
bool has_canvas_dial(const Ui& ui);
void turn_canvas_dial(Ui& ui, const Rect& pane);

}  // namespace redraw::ui
