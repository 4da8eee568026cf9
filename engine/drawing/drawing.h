// Renders a network at any size, by rows. From the learned size upwards (area pixels: from four
// times that size upwards) every pixel is the network at that pixel's centre. A smaller drawing is
// made some whole times larger and averaged, so that thin lines do not fall between its pixels and
// area pixels are what was learned. A row's bits do not depend on which rows are drawn together.
#pragma once

#include "engine/backend/backend.h"
#include "engine/data/dataset.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"

#include <memory>
#include <span>

namespace redraw {

inline constexpr int kMostSamplesPerSide = 16;

// The samples across and down for a pixel on `grid`, in the plane of `picture`: 1 to 16 each.
PixelSize samples_per_pixel(const Backend& backend, const Grid& picture, const Grid& grid);

// A drawing on `grid` to look at: of area pixels the means that were learned, but, since it is
// wanted soon, of at most so many samples across and down.
std::shared_ptr<const Surface> draw_to_show(Backend& backend, const Grid& picture, const Grid& grid,
                                            std::span<const float> parameters,
                                            int most_samples = 2);

// Draws a part of `grid`. `parameters`: see Backend::render; `most_samples`: see draw_to_show().
Image draw_on(Backend& backend, const Grid& picture, const Grid& grid, const PixelRect& part,
              std::span<const float> parameters, int most_samples = kMostSamplesPerSide);

// A part of the drawing at `size`.
Image draw_part(Backend& backend, const Grid& picture, PixelSize size, const PixelRect& part,
                std::span<const float> parameters);

// Rows [first_row, first_row + rows) of it.
Image draw_rows(Backend& backend, const Grid& picture, PixelSize size, int first_row, int rows,
                std::span<const float> parameters);

// The rows to draw at once: about 65,000 samples, enough to keep a backend busy, few enough that a
// job yields to a training burst soon; more if rows around them are computed too.
int rows_per_part(const Backend& backend, const Grid& picture, PixelSize size);

}  // namespace redraw
