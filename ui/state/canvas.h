// The placement of the picture in a pane: zoom, pan, and the part of the network's plane it shows.
// Both panes of a comparison use the same numbers, so they can never drift apart. Pure functions.
#pragma once

#include "engine/image/grid.h"

#include <imgui.h>

#include <cmath>
#include <optional>
#include <string>

namespace redraw::ui {

struct Canvas {
    double zoom = 0;      // screen pixels for one training pixel; 0: the whole picture fits
    double centre_x = 0;  // the training pixel in the middle of the pane
    double centre_y = 0;
};

// The picture that a canvas lies on, and the size at which it is learned.
struct CanvasPicture {
    std::string name;
    int width = 0, height = 0;
};
// Returns the canvas after another run was opened: the same place if it learns the same picture, at
// whatever size; the whole of another picture.
Canvas carried(const Canvas& canvas, const CanvasPicture& from, const CanvasPicture& to);

// The place of the picture in a pane: its top left corner (whole pixels) and its magnification.
struct Placement {
    double x = 0, y = 0;
    double zoom = 1;
};

constexpr double kLongestZoom = 512;

double fit_zoom(ImVec2 pane, int width, int height);
Placement place(const Canvas& canvas, ImVec2 pane, int width, int height);

// Multiplies the zoom by `factor`; the point under `cursor` (pixels from the pane's corner) stays.
Canvas zoom_about(const Canvas& canvas, ImVec2 pane, int width, int height, ImVec2 cursor,
                  double factor);
Canvas set_zoom(const Canvas& canvas, ImVec2 pane, int width, int height, double zoom);
// The next whole magnification up or down (25 %, 50 %, 100 %, 200 %, 300 % ...).
double next_zoom(double zoom, int direction);
Canvas pan(const Canvas& canvas, ImVec2 pane, int width, int height, ImVec2 by);

// Pixels of the window.
struct Rect {
    float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    ImVec2 min() const { return {x0, y0}; }
    ImVec2 max() const { return {x1, y1}; }
    float width() const { return x1 - x0; }
    float height() const { return y1 - y0; }
    ImVec2 size() const { return {width(), height()}; }
    bool contains(ImVec2 p) const { return p.x >= x0 && p.x < x1 && p.y >= y0 && p.y < y1; }
    // The whole pixel at which something of a size begins that stands in the middle.
    float left_of(float inside) const { return std::floor((x0 + x1 - inside) / 2); }
    float top_of(float inside) const { return std::floor((y0 + y1 - inside) / 2); }
    // The same for a box as wide and high as fits, its width and height in this ratio.
    Rect fitted(int width_part, int height_part) const;
};

inline Rect box(float x, float y, float width, float height) {
    return {x, y, x + width, y + height};
}

// Screen rectangle of the part of the picture that a pane shows; whole pixels; empty when none is.
struct VisibleRect {
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    bool empty() const { return x0 >= x1 || y0 >= y1; }
};
VisibleRect visible_rect(const Placement& placement, ImVec2 pane, int width, int height);

// The grid that samples the visible part at one sample a screen pixel. Nothing while the picture
// fits or is shown smaller than it is learned: the drawing of the whole then has all there is. Of a
// large picture it has not, once one looks closer than the whole.
std::optional<Grid> visible_region(const Canvas& canvas, ImVec2 pane, const Grid& picture);
// The same for the whole visible picture, also when it fits.
std::optional<Grid> screen_region(const Placement& placement, ImVec2 pane, const Grid& picture);

// Returns where on the screen a picture that begins at `from` ends: a picture one pixel wide is
// seen at every zoom.
float at_least_one(float from, float to);
// A grid's rectangle in the pane, relative to its corner.
Rect rect_of(const Grid& part, const Placement& placement, const Grid& picture);
// The same on the screen, in whole pixels.
Rect rect_on_screen(const Grid& part, const Placement& placement, const Grid& picture,
                    const Rect& pane);

}  // namespace redraw::ui
