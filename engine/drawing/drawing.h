// Renders a network's picture at any size, by rows. From the training size upwards (area pixels:
// from four times its width; a mosaic: from the whole picture's size), every pixel is one sample:
// the network's output at the pixel's centre. A smaller picture is rendered at a whole multiple of
// its size and averaged, so that thin lines do not vanish and area pixels show the means they
// learned. A row's bits do not depend on which rows are rendered together.
#pragma once

#include "engine/backend/backend.h"
#include "engine/data/dataset.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"

#include <memory>
#include <span>

namespace redraw {

inline constexpr int kMostSamplesPerSide = 16;

// Returns how many samples, across and down, are averaged for each pixel of `grid`: 1 to 16 each.
// `picture`: the training grid of the whole picture, in the same coordinates. `parameters`: see
// Backend::render.
PixelSize samples_per_pixel(const Backend& backend, const Grid& picture, const Grid& grid,
                            std::span<const float> parameters = {});

// Renders `grid` for the screen. Pixels of an area network or a mosaic are the mean of at most
// `most_samples` samples across and down, for speed. Other pixels are one sample.
std::shared_ptr<const Surface> draw_to_show(Backend& backend, const Grid& picture, const Grid& grid,
                                            std::span<const float> parameters,
                                            int most_samples = 2);

// Renders a part of `grid`, averaging at most `most_samples` samples across and down per pixel.
Image draw_on(Backend& backend, const Grid& picture, const Grid& grid, const PixelRect& part,
              std::span<const float> parameters, int most_samples = kMostSamplesPerSide);

// Renders a part of the whole picture at `size`.
Image draw_part(Backend& backend, const Grid& picture, PixelSize size, const PixelRect& part,
                std::span<const float> parameters);

// Renders rows [first_row, first_row + rows) of the whole picture at `size`. See draw_on().
Image draw_rows(Backend& backend, const Grid& picture, PixelSize size, int first_row, int rows,
                std::span<const float> parameters, int most_samples = kMostSamplesPerSide);

// Renders the next rows of `image`, which has the size of `grid`, beginning at row `next_row`.
// Advances `next_row` past them. See draw_on().
void draw_next_rows(Backend& backend, const Grid& picture, const Grid& grid,
                    std::span<const float> parameters, Image& image, int& next_row,
                    int most_samples = kMostSamplesPerSide);

// Clamps values to the displayable range [0, 1]; NaN becomes 0.
void clamp_to_shown(Image& drawing);

// Returns the number of rows to render in one call, at least 1. About 65,000 samples keep a backend
// busy and are done soon, so that training can continue. More rows are rendered at once if the
// backend also computes rows around a part (Backend::margin).
int rows_per_part(const Backend& backend, const Grid& picture, PixelSize size);

}  // namespace redraw
