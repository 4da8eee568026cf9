// The read-out of the pixel under the mouse: its place, the picture's and the network's value, the
// difference between them, and a small curve of the network's value over the run.
#pragma once

#include "ui/state/context.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace redraw::ui {

// `of`: what lies there is that run's drawing and not this one's.
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

}  // namespace redraw::ui
