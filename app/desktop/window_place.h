// Places the window where it can be seen. Pure functions.
#pragma once

#include <span>

namespace redraw {

struct WindowPlace {
    int x = -1, y = -1;         // -1: wherever the desktop likes
    int width = 0, height = 0;  // 0: what suits the monitor
    bool maximised = false;
    bool operator==(const WindowPlace&) const = default;
};

struct MonitorArea {  // without panels and docks
    int x = 0, y = 0, width = 0, height = 0;
};

// The same place when enough of its upper edge to take hold of lies on a monitor; else moved onto
// the nearest one. Never larger than the monitor it is on. Without monitors: as it is.
WindowPlace within_sight(WindowPlace place, std::span<const MonitorArea> monitors);

// Pixels for a unit of the layout by a desktop's scales; 1 if they are no number or too small.
float sane_scale(float across, float down);

}  // namespace redraw
