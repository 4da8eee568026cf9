#include "engine/drawing/dive.h"

#include "engine/image/resample.h"

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

// Finds the target in two stages: a detailed part of about 1/8 of the longer side, then within it
// the area of the last frame, at least kFewestPixels wide, with the largest differences of pixels.
constexpr int kDetailPart = 8, kFewestPixels = 4;
// The share of the centre's way that is left is zoom^-kSooner: it shrinks faster than the view.
constexpr double kSooner = 1.5;

}  // namespace

Point detail_point(const Image& picture, const Grid& grid, double deepest) {
    const int longer = std::max(picture.width, picture.height);
    const Grid small = within(picture_grid(picture.width, picture.height), kMostThumbnailPixels);
    const int coarse = std::max(1, std::max(small.width, small.height) / kDetailPart);
    const PixelRect region =
        busiest_part(resample_area(picture, small.width, small.height), {coarse, coarse});
    const double scale = double(picture.width) / small.width;
    const PixelRect around{int(region.x * scale), int(region.y * scale),
                           std::max(1, int(region.width * scale)),
                           std::max(1, int(region.height * scale))};
    const int fine = std::max(kFewestPixels, int(longer / deepest));
    const PixelRect part = busiest_part(crop(picture, around), {fine, fine});
    const double x = (around.x + part.x + part.width / 2.0) / picture.width;
    const double y = (around.y + part.y + part.height / 2.0) / picture.height;
    return {grid.left + (grid.right - grid.left) * x, grid.top + (grid.bottom - grid.top) * y};
}

double dive_zoom(double part, double deepest) {
    const double eased = part * part * (3 - 2 * part);
    return std::pow(deepest, eased);
}

Point dive_centre(const Grid& picture, const Point& to, double zoom) {
    const double way = 1 - std::pow(zoom, -kSooner), room = 0.5 * (1 - 1 / zoom);
    const auto between = [&](double low, double high, double wanted) {
        const double middle = (low + high) / 2, side = high - low;
        return std::clamp(middle + (wanted - middle) * way, middle - room * side,
                          middle + room * side);
    };
    return {between(picture.left, picture.right, to.x), between(picture.top, picture.bottom, to.y)};
}

Grid dive_grid(const Grid& picture, const Point& to, double zoom, PixelSize frame) {
    const Point centre = dive_centre(picture, to, zoom);
    const double x = (picture.right - picture.left) / (2 * zoom);
    const double y = (picture.bottom - picture.top) / (2 * zoom);
    return {centre.x - x, centre.y - y, centre.x + x, centre.y + y, frame.width, frame.height};
}

}  // namespace redraw
