// Zoom and pan of the picture in a pane, and the part of the picture that is visible. Both panes of
// a comparison use the same values, so they always show the same part. Pure functions.
#pragma once

#include "engine/image/grid.h"

#include <imgui.h>

#include <cmath>
#include <optional>
#include <string>

namespace redraw::ui {

struct Canvas {
    // Screen pixels per pixel of the training picture; 0: fit the whole picture into the pane.
    double zoom = 0;
    // The point shown in the middle of the pane, in pixels of the training picture.
    double centre_x = 0;
    double centre_y = 0;
    bool operator==(const Canvas&) const = default;
};

// The name of the picture in the panes, and the size in pixels at which the network learns it.
struct CanvasPicture {
    std::string name;
    int width = 0, height = 0;
};
// Returns the zoom and pan for a newly opened run, from the previous run's. If both pictures have
// the same name and shape, at any size, the visible part stays the same. Otherwise all is shown.
Canvas carried(const Canvas& canvas, const CanvasPicture& from, const CanvasPicture& to);

// Position of the picture in a pane: its top left corner in whole pixels from the pane's corner,
// and its zoom.
struct Placement {
    double x = 0, y = 0;
    double zoom = 1;
};

constexpr double kLongestZoom = 512;

double fit_zoom(ImVec2 pane, PixelSize picture);
Placement place(const Canvas& canvas, ImVec2 pane, PixelSize picture);

// Multiplies the zoom by `factor` and keeps the point of the picture under `cursor` in place.
// `cursor` is in pixels from the pane's corner.
Canvas zoom_about(const Canvas& canvas, ImVec2 pane, PixelSize picture, ImVec2 cursor,
                  double factor);
Canvas set_zoom(const Canvas& canvas, ImVec2 pane, PixelSize picture, double zoom);
// Returns the next zoom level up or down (25 %, 50 %, 100 %, 200 %, 300 % ...).
double next_zoom(double zoom, int direction);
Canvas pan(const Canvas& canvas, ImVec2 pane, PixelSize picture, ImVec2 by);

// A rectangle in window pixels.
struct Rect {
    float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    ImVec2 min() const { return {x0, y0}; }
    ImVec2 max() const { return {x1, y1}; }
    float width() const { return x1 - x0; }
    float height() const { return y1 - y0; }
    ImVec2 size() const { return {width(), height()}; }
    bool contains(ImVec2 p) const { return p.x >= x0 && p.x < x1 && p.y >= y0 && p.y < y1; }
    // left_of() and top_of() return the left and top edge of an object that is centred in this
    // rectangle and `inside` pixels wide or high. Rounded down to whole pixels.
    float left_of(float inside) const { return std::floor((x0 + x1 - inside) / 2); }
    float top_of(float inside) const { return std::floor((y0 + y1 - inside) / 2); }
    // Returns the largest rectangle inside this one, centred, with the shape width_part :
    // height_part, rounded to whole pixels.
    Rect fitted(int width_part, int height_part) const;
};

inline Rect box(float x, float y, float width, float height) {
    return {x, y, x + width, y + height};
}

// Returns the sample positions for a separate render of only the visible part, with one sample per
// screen pixel. Absent where the render of the whole picture is sharp enough: if the picture is
// fitted into the pane, or at a zoom of at most 100 %. Very large pictures are rendered whole only
// at reduced size, so other views of them get their own render. Absent, too, if nothing is visible.
std::optional<Grid> visible_region(const Canvas& canvas, ImVec2 pane, const Grid& picture);
// Returns the sample positions for a render of the visible part with one sample per screen pixel,
// also if the whole picture is visible. Absent if nothing is visible.
std::optional<Grid> screen_region(const Placement& placement, ImVec2 pane, const Grid& picture);

// Returns the right (or bottom) edge `to` of a painted picture, rounded to whole pixels and at
// least one pixel beyond its left (or top) edge `from`. Very thin pictures stay visible.
float at_least_one(float from, float to);
// Returns the rectangle in the pane where a render of the area `part` is painted, in pixels from
// the pane's corner. `picture`: the grid of the whole picture.
Rect rect_of(const Grid& part, const Placement& placement, const Grid& picture);
// Returns the rectangle in the window where a render of the area `part` is painted, in whole
// pixels. `picture`: the grid of the whole picture.
Rect rect_on_screen(const Grid& part, const Placement& placement, const Grid& picture,
                    const Rect& pane);

}  // namespace redraw::ui
