// What one pixel was drawn like over the run: a small curve for the box at the mouse.
#pragma once

#include "ui/state/context.h"

#include <vector>

namespace redraw {

// Asks for the history of the pixel at `point` once the mouse has rested on it, and gives it when
// it is there; null before.
const PixelHistory* pixel_history(Ui& ui, Point point);

float pixel_curve_height(const Ui& ui);  // 0 while the run has no history to show

// Gray: the value, with the picture's as a hairline. Colour: the error, and below it what was drawn
// over what it should be. `wanted` is the picture's pixel.
void draw_pixel_curve(Ui& ui, const Rect& rect, const PixelHistory& history, const float* wanted);

// A point of the curve, from 0 to 1 across (log(1 + step)) and up.
struct HistoryPoint {
    float x, y;
    bool operator==(const HistoryPoint&) const = default;
};
struct HistoryLine {
    std::vector<HistoryPoint> points;  // values that are not numbers are left out
    float target = 0;                  // height of the hairline
};
HistoryLine history_line(const PixelHistory& history, const float* wanted);

}  // namespace redraw
