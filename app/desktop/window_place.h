// Positions the window so that the user can see and move it. Pure functions.
#pragma once

#include <span>

namespace redraw {

struct WindowPlace {
    int x = -1, y = -1;         // position in pixels; -1: the desktop chooses
    int width = 0, height = 0;  // size in pixels; 0: the default size
    bool maximised = false;
    bool operator==(const WindowPlace&) const = default;
};

struct MonitorArea {  // the area of a monitor that panels and docks leave free
    int x = 0, y = 0, width = 0, height = 0;
};

// Keeps the position if it is unset, or if enough of the window's upper edge lies on a monitor.
// Otherwise, moves the window onto the nearest monitor. Limits the size to that of the monitor.
// Without monitors, changes nothing.
WindowPlace within_sight(WindowPlace place, std::span<const MonitorArea> monitors);

// Returns the pixels per layout unit: the larger of the horizontal and vertical scale that the
// desktop reports; 1 if it is not finite or too small.
float sane_scale(float across, float down);

// Returns the scale for a monitor with that many rows of pixels. If the desktop says 1 on a large
// monitor, where text would be tiny, the scale follows the rows: 1.5 at 2160.
float legible_scale(float desktop, int rows);

}  // namespace redraw
