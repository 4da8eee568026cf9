// A dive: a zoom from the whole picture into a detail, where the picture's pixels become squares
// and the network's render stays smooth. Pure functions.
#pragma once

#include "engine/image/grid.h"
#include "engine/image/image.h"

namespace redraw {

inline constexpr double kDiveDepth = 64;  // largest magnification, unless another is asked for

// Finds a detailed place of the picture, as a point of `grid`, for a zoom of up to `deepest` times.
Point detail_point(const Image& picture, const Grid& grid, double deepest);

// Returns the magnification at a fraction of the film, 0 to 1. Grows exponentially from 1 to
// `deepest`, slowly at the beginning and the end.
double dive_zoom(double part, double deepest);
// Returns the centre of the view: the picture's centre at first, then ever closer to `to`. The view
// never leaves the picture.
Point dive_centre(const Grid& picture, const Point& to, double zoom);
// Returns the grid that a frame of this size samples at magnification `zoom`.
Grid dive_grid(const Grid& picture, const Point& to, double zoom, PixelSize frame);

}  // namespace redraw
