// The placement of the picture in a pane: zoom, pan, and the part of the network's plane it shows.
// Both panes of a comparison use the same numbers, so they can never drift apart. Pure functions.
#pragma once

#include "engine/image/grid.h"

#include <imgui.h>

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

// The picture in a pane of `pane` pixels: its top left corner (whole pixels) and its magnification.
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

// A grid's rectangle in the pane.
struct PaneRect {
    ImVec2 min, max;
};
PaneRect rect_of(const Grid& part, const Placement& placement, const Grid& picture);

}  // namespace redraw::ui
