// The pixel under the mouse: a line with its position, the values of picture and render and their
// error, and a box with a small curve of how it was learned.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Remembers the pixel under the mouse, and draws the box with its history while the user wants it.
// `of`: the index of the compared run drawn in this pane; absent: the open run.
void read_pixel(Ui& ui, const Rect& pane, const Placement& placement,
                std::optional<std::size_t> of = std::nullopt);
// Draws the values of the last pixel that read_pixel() remembered, in one line. A click on the line
// changes the notation (PixelValues). Returns false, drawing nothing, once the mouse is elsewhere.
bool draw_pixel_line(Ui& ui, const Rect& row);
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

}  // namespace redraw::ui
