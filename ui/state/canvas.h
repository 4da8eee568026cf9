// Places the picture in a pane: zoom, pan, and the visible part of the network's plane. Both panes
// of a comparison use the same values, so they always match. Pure functions.
#pragma once

#include "engine/image/grid.h"

#include <imgui.h>

#include <cmath>
#include <optional>
#include <string>

namespace redraw::ui {

struct Canvas {
    double zoom = 0;      // screen pixels per training pixel; 0: fit the whole picture
    double centre_x = 0;  // training pixel in the middle of the pane
    double centre_y = 0;
};

// The picture shown on a canvas, and the size at which it is learned.
struct CanvasPicture {
    std::string name;
    int width = 0, height = 0;
};
// Returns the canvas for a newly opened run. It keeps its place if the run learns the same picture
// at any size; otherwise it shows the whole picture.
Canvas carried(const Canvas& canvas, const CanvasPicture& from, const CanvasPicture& to);

// The picture's place in a pane: its top left corner in whole pixels, and its zoom.
struct Placement {
    double x = 0, y = 0;
    double zoom = 1;
};

constexpr double kLongestZoom = 512;

double fit_zoom(ImVec2 pane, int width, int height);
Placement place(const Canvas& canvas, ImVec2 pane, int width, int height);

// Multiplies the zoom by `factor` around `cursor`, given in pixels from the pane's corner.
Canvas zoom_about(const Canvas& canvas, ImVec2 pane, int width, int height, ImVec2 cursor,
                  double factor);
Canvas set_zoom(const Canvas& canvas, ImVec2 pane, int width, int height, double zoom);
// Returns the next zoom level up or down (25 %, 50 %, 100 %, 200 %, 300 % ...).
double next_zoom(double zoom, int direction);
Canvas pan(const Canvas& canvas, ImVec2 pane, int width, int height, ImVec2 by);

// A rectangle in window pixels.
struct Rect {
    float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    ImVec2 min() const { return {x0, y0}; }
    ImVec2 max() const { return {x1, y1}; }
    float width() const { return x1 - x0; }
    float height() const { return y1 - y0; }
    ImVec2 size() const { return {width(), height()}; }
    bool contains(ImVec2 p) const { return p.x >= x0 && p.x < x1 && p.y >= y0 && p.y < y1; }
    // left_of() and top_of() return where something of size `inside` begins when centred, in whole
    // pixels.
    float left_of(float inside) const { return std::floor((x0 + x1 - inside) / 2); }
    float top_of(float inside) const { return std::floor((y0 + y1 - inside) / 2); }
    // Returns the largest centred rectangle with this ratio of width to height.
    Rect fitted(int width_part, int height_part) const;
};

inline Rect box(float x, float y, float width, float height) {
    return {x, y, x + width, y + height};
}

// The visible part of the picture in a pane, in whole pixels; empty if none is visible.
struct VisibleRect {
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    bool empty() const { return x0 >= x1 || y0 >= y1; }
};
VisibleRect visible_rect(const Placement& placement, ImVec2 pane, int width, int height);

// Returns the grid for a separate rendering of the visible part, at one sample a screen pixel.
// Absent if the whole picture fits or is not magnified, since the rendering of the whole has all
// samples then. The rendering of a large picture is reduced, so there any closer view needs the
// grid.
std::optional<Grid> visible_region(const Canvas& canvas, ImVec2 pane, const Grid& picture);
// Returns the grid of the visible part like visible_region(), also when the whole picture fits.
std::optional<Grid> screen_region(const Placement& placement, ImVec2 pane, const Grid& picture);

// Returns the end of a picture that begins at `from`, at least one pixel later, so that thin
// pictures stay visible.
float at_least_one(float from, float to);
// Returns a grid's rectangle in the pane, relative to the pane's corner.
Rect rect_of(const Grid& part, const Placement& placement, const Grid& picture);
// Returns a grid's rectangle on the screen, in whole pixels.
Rect rect_on_screen(const Grid& part, const Placement& placement, const Grid& picture,
                    const Rect& pane);

}  // namespace redraw::ui
