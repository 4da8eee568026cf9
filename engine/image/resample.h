// Cropping and resampling on pixel centres, weighted by alpha if there is alpha. Pure functions.
#pragma once

#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/text/names.h"

#include <span>

namespace redraw {

enum class Filter { nearest, bilinear, bicubic, lanczos };
template <>
inline constexpr auto kNames<Filter> = names_up_to<Filter::lanczos>("nearest", "bilinear",
                                                                    "bicubic", "lanczos");

// Kernels as functions of the distance from the centre, in pixels: Catmull-Rom (Keys 1981, a =
// -0.5) and Lanczos with three lobes (Duchon 1979).
double catmull_rom(double x);
double lanczos3(double x);

// Copies a part of a picture.
Image crop(const Image& source, const PixelRect& part);
// Finds the part with the largest differences between neighbouring pixels, at most `part` in size.
// Among equal parts, returns the one nearest to the centre.
PixelRect busiest_part(const Image& picture, PixelSize part);

// Resamples by area: every output pixel is the mean of the source area it covers (box filter with
// fractional coverage). Works for any reduction; enlarging by whole factors repeats pixels.
Image resample_area(const Image& source, int width, int height);

// Averages the source over a grid of cells, one per output pixel. The edges of the cells' columns
// and rows ascend, in source pixels: one edge more than there are columns or rows.
Image mean_of_cells(const Image& source, std::span<const double> column_edges,
                    std::span<const double> row_edges);

// Resizes a picture by interpolation with `filter`. Edge pixels repeat beyond the picture's border.
// Reducing applies no low-pass filter.
Image resample(const Image& source, int width, int height, Filter filter);

// Computes a part of resample(source, width, height, filter), bit for bit, without the rest.
Image resample_part(const Image& source, int width, int height, const PixelRect& part,
                    Filter filter);

// Interpolates at the samples of `grid`, which may lie anywhere on the picture at any resolution.
// On a grid of the whole picture the result equals resample() up to rounding.
Image resample_onto(const Image& source, const Grid& grid, Filter filter);

// Interpolates a width x height picture from its pixels at even columns and rows. `known` has half
// as many columns and rows, rounded up. The nearest filter resolves ties to the right or lower
// pixel, if there is one.
Image resample_between(const Image& known, int width, int height, Filter filter);

}  // namespace redraw
