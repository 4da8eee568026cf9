// Parts of pictures, and resampling on pixel centres; alpha-weighted where there is alpha. Pure
// functions.
#pragma once

#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/text/names.h"

#include <span>

namespace redraw {

enum class Filter { nearest, bilinear, bicubic, lanczos };
template <>
inline constexpr auto kNames<Filter> = names<Filter>({{Filter::nearest, "nearest"},
                                                      {Filter::bilinear, "bilinear"},
                                                      {Filter::bicubic, "bicubic"},
                                                      {Filter::lanczos, "lanczos"}});

// The kernels by the distance from the middle, in pixels: Catmull-Rom (Keys 1981, a = -0.5) and
// Lanczos of three lobes (Duchon 1979).
double catmull_rom(double x);
double lanczos3(double x);

// A part of a picture.
Image crop(const Image& source, const PixelRect& part);
// The part with the largest differences between neighbouring pixels, no larger than `part`. Of
// equal parts the one nearest to the middle.
PixelRect busiest_part(const Image& picture, PixelSize part);

// Area-correct: every output pixel is the mean of the source area it covers (box filter with
// fractional coverage). For any ratio down; going up it repeats pixels.
Image resample_area(const Image& source, int width, int height);

// Every pixel is the mean of the cell of the source that lies between its two columns' and its two
// rows' edges, which ascend and are given in source pixels: one more of them than there are pixels.
Image mean_of_cells(const Image& source, std::span<const double> column_edges,
                    std::span<const double> row_edges);

// Interpolates as image programs do. Edges repeat. No low-pass filter when going down.
Image resample(const Image& source, int width, int height, Filter filter);

// A part of resample(source, width, height, filter), bit for bit, without making the rest.
Image resample_part(const Image& source, int width, int height, const PixelRect& part,
                    Filter filter);

// Interpolates at the samples of `grid`, which may lie anywhere on the picture and be as fine as a
// screen. On the grid of a whole drawing it is resample(), to rounding.
Image resample_onto(const Image& source, const Grid& grid, Filter filter);

// The picture of width x height whose pixels of even column and row are `known`, interpolated in
// between: `known` has half as many columns and rows, rounded up. A pixel exactly between two takes
// the right or lower one where the filter is nearest.
Image resample_between(const Image& known, int width, int height, Filter filter);

}  // namespace redraw
