// Places the window where the user can see it. Pure functions.
#pragma once

#include <span>

namespace redraw {

struct WindowPlace {
    int x = -1, y = -1;         // -1: the desktop chooses
    int width = 0, height = 0;  // 0: chosen for the monitor
    bool maximised = false;
    bool operator==(const WindowPlace&) const = default;
};

struct MonitorArea {  // a monitor's area without panels and docks
    int x = 0, y = 0, width = 0, height = 0;
};

// Keeps the place if enough of the window's upper edge lies on a monitor; else moves it onto the
// nearest one. Limits the size to that monitor. Without monitors, returns the place unchanged.
WindowPlace within_sight(WindowPlace place, std::span<const MonitorArea> monitors);

// Returns pixels per layout unit for the desktop's scales; 1 if a scale is NaN or too small.
float sane_scale(float across, float down);

// Returns the scale for a monitor with that many rows of pixels. If the desktop says 1 on a large
// monitor, where text would be tiny, the scale follows the rows: 1.5 at 2160.
float legible_scale(float desktop, int rows);

}  // namespace redraw
