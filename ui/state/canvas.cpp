#include "ui/state/canvas.h"

#include <algorithm>
#include <cmath>

namespace redraw::ui {
namespace {

Canvas clamped(Canvas canvas, ImVec2 pane, PixelSize picture) {
    const double fit = fit_zoom(pane, picture);
    canvas.zoom = std::clamp(canvas.zoom, std::min(fit, 1.0) / 4, std::max(kLongestZoom, fit));
    canvas.centre_x = std::clamp(canvas.centre_x, 0.0, double(picture.width));
    canvas.centre_y = std::clamp(canvas.centre_y, 0.0, double(picture.height));
    return canvas;
}

Canvas unfitted(const Canvas& canvas, ImVec2 pane, PixelSize picture) {
    if (canvas.zoom > 0) return canvas;
    return {fit_zoom(pane, picture), picture.width / 2.0, picture.height / 2.0};
}

}  // namespace

Canvas carried(const Canvas& canvas, const CanvasPicture& from, const CanvasPicture& to) {
    if (from.name != to.name || from.width <= 0 || to.width <= 0) return {};
    const double factor = double(to.width) / from.width;
    // Sizes are whole pixels, so scaled copies of a picture have the same shape only to within a
    // pixel.
    if (std::abs(from.height * factor - to.height) > std::max(1.0, factor)) return {};
    return {canvas.zoom / factor, canvas.centre_x * factor, canvas.centre_y * factor};
}

double fit_zoom(ImVec2 pane, PixelSize picture) {
    if (picture.width <= 0 || picture.height <= 0) return 1;
    return std::max(1e-3, std::min(std::max(1.0, double(pane.x)) / picture.width,
                                   std::max(1.0, double(pane.y)) / picture.height));
}

Placement place(const Canvas& canvas, ImVec2 pane, PixelSize picture) {
    const Canvas c = unfitted(canvas, pane, picture);
    return {std::round(pane.x / 2 - c.centre_x * c.zoom),
            std::round(pane.y / 2 - c.centre_y * c.zoom), c.zoom};
}

Canvas zoom_about(const Canvas& canvas, ImVec2 pane, PixelSize picture, ImVec2 cursor,
                  double factor) {
    const Canvas before = unfitted(canvas, pane, picture);
    const double x = before.centre_x + (cursor.x - pane.x / 2) / before.zoom;
    const double y = before.centre_y + (cursor.y - pane.y / 2) / before.zoom;
    Canvas after = clamped({before.zoom * factor, x, y}, pane, picture);
    after.centre_x = x - (cursor.x - pane.x / 2) / after.zoom;
    after.centre_y = y - (cursor.y - pane.y / 2) / after.zoom;
    return clamped(after, pane, picture);
}

Canvas set_zoom(const Canvas& canvas, ImVec2 pane, PixelSize picture, double zoom) {
    Canvas c = unfitted(canvas, pane, picture);
    c.zoom = zoom;
    return clamped(c, pane, picture);
}

double next_zoom(double zoom, int direction) {
    const double nudge = 1e-6;
    if (direction > 0)
        return zoom < 1 - nudge ? std::exp2(std::floor(std::log2(zoom) + nudge) + 1)
                                : std::floor(zoom + nudge) + 1;
    return zoom <= 1 + nudge ? std::exp2(std::ceil(std::log2(zoom) - nudge) - 1)
                             : std::ceil(zoom - nudge) - 1;
}

Canvas pan(const Canvas& canvas, ImVec2 pane, PixelSize picture, ImVec2 by) {
    Canvas c = unfitted(canvas, pane, picture);
    c.centre_x -= by.x / c.zoom;
    c.centre_y -= by.y / c.zoom;
    return clamped(c, pane, picture);
}

std::optional<Grid> screen_region(const Placement& p, ImVec2 pane, const Grid& picture) {
    // The part of the pane that the picture covers, in whole screen pixels from the pane's corner.
    const auto end = [](double start, double length, float room) {
        return int(std::min(std::floor(double(room)), std::round(start + length)));
    };
    const int x0 = int(std::max(0.0, p.x)), x1 = end(p.x, picture.width * p.zoom, pane.x);
    const int y0 = int(std::max(0.0, p.y)), y1 = end(p.y, picture.height * p.zoom, pane.y);
    if (x0 >= x1 || y0 >= y1) return std::nullopt;
    const double unit_x = (picture.right - picture.left) / (picture.width * p.zoom);
    const double unit_y = (picture.bottom - picture.top) / (picture.height * p.zoom);
    Grid grid;
    grid.left = picture.left + (x0 - p.x) * unit_x;
    grid.right = picture.left + (x1 - p.x) * unit_x;
    grid.top = picture.top + (y0 - p.y) * unit_y;
    grid.bottom = picture.top + (y1 - p.y) * unit_y;
    grid.width = x1 - x0;
    grid.height = y1 - y0;
    return grid;
}

std::optional<Grid> visible_region(const Canvas& canvas, ImVec2 pane, const Grid& picture) {
    const bool whole = canvas.zoom == 0 || !more_than(picture, kMostWholePixels);
    if (canvas.zoom <= 1 && whole) return std::nullopt;
    return screen_region(place(canvas, pane, {picture.width, picture.height}), pane, picture);
}

Rect rect_of(const Grid& part, const Placement& p, const Grid& picture) {
    const double unit_x = (picture.right - picture.left) / (picture.width * p.zoom);
    const double unit_y = (picture.bottom - picture.top) / (picture.height * p.zoom);
    const auto x = [&](double v) { return float(p.x + (v - picture.left) / unit_x); };
    const auto y = [&](double v) { return float(p.y + (v - picture.top) / unit_y); };
    return {x(part.left), y(part.top), x(part.right), y(part.bottom)};
}
float at_least_one(float from, float to) {
    return std::max(std::round(to), std::round(from) + 1);
}

Rect rect_on_screen(const Grid& part, const Placement& placement, const Grid& picture,
                    const Rect& pane) {
    const Rect r = rect_of(part, placement, picture);
    return {std::round(pane.x0 + r.x0), std::round(pane.y0 + r.y0),
            at_least_one(pane.x0 + r.x0, pane.x0 + r.x1),
            at_least_one(pane.y0 + r.y0, pane.y0 + r.y1)};
}

Rect Rect::fitted(int width_part, int height_part) const {
    const float scale = std::min(width() / float(width_part), height() / float(height_part));
    const float w = std::max(1.0f, std::floor(float(width_part) * scale));
    const float h = std::max(1.0f, std::floor(float(height_part) * scale));
    const float x = left_of(w), y = top_of(h);
    return {x, y, x + w, y + h};
}

}  // namespace redraw::ui
