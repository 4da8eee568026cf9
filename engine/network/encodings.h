// The inputs of the first layer: the features of a trained grid, or a window of the picture. The
// CPU and CUDA kernels share these pure functions.
#pragma once

#include "engine/network/config.h"
#include "engine/network/random.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace redraw {

// The multi-resolution grid in front of a network (GridSpec in config.h): the layout of its levels
// in the parameters, and a point's position in a level. A level's square cells divide [-1, 1].
// Unless hashed, its table has `features` parameters for each corner over the picture.
inline constexpr int kMostGridLevels = 16;
inline constexpr int kMostGridFeatures = 4;

// The range of a level's cells along one axis.
struct GridAxis {
    int first = 0, count = 0;
};

struct GridLevel {
    int cells = 0;  // cells along [-1, 1]
    GridAxis columns, rows;
    std::uint32_t entries = 0;  // entries of the table; a power of two if hashed
    bool hashed = false;
    std::size_t first = 0;  // offset of the table in the flat parameters
};

// Returns the levels of a grid; empty for another encoding. Precondition: `base` and `finest` are
// chosen.
std::vector<GridLevel> grid_levels(const NetworkSpec& network);
// Counts the parameters in all tables; the tables come first in the flat parameters.
std::size_t grid_parameters(const NetworkSpec& network);

// The position of a coordinate along one axis of a grid level, clamped to the level's cells.
struct GridPlace {
    std::uint32_t cell = 0;  // index of the cell, 0 at coordinate -1
    float fraction = 0;      // position within the cell, 0 to 1
};
REDRAW_NUMERIC GridPlace grid_place(int cells, GridAxis axis, float coordinate) {
    const int end = axis.first + axis.count;
    float at = (coordinate + 1.0f) * 0.5f * float(cells);
    at = at > float(axis.first) ? at : float(axis.first);
    const int whole = int(at < float(end) ? at : float(end));
    const int cell = whole < end ? whole : end - 1;
    const float fraction = at - float(cell);
    return {std::uint32_t(cell), fraction < 1 ? fraction : 1};
}

// The table entries of a cell's four corners and their weights in linear interpolation.
struct GridCorners {
    std::uint32_t entry[4];
    float weight[4];
};
REDRAW_NUMERIC GridCorners grid_corners(const GridLevel& level, float x, float y) {
    const GridPlace across = grid_place(level.cells, level.columns, x);
    const GridPlace down = grid_place(level.cells, level.rows, y);
    GridCorners corners;
    for (std::uint32_t i = 0; i < 4; ++i) {
        const std::uint32_t column = across.cell + (i & 1), row = down.cell + (i >> 1);
        // Hashes a corner as in Mueller et al. 2022, for two dimensions.
        corners.entry[i] = level.hashed ? (column ^ row * 2654435761u) & (level.entries - 1)
                                        : (row - std::uint32_t(level.rows.first)) *
                                                  std::uint32_t(level.columns.count + 1) +
                                              column - std::uint32_t(level.columns.first);
        corners.weight[i] = (i & 1 ? across.fraction : 1 - across.fraction) *
                            (i >> 1 ? down.fraction : 1 - down.fraction);
    }
    return corners;
}

// The window encoding, for a network that doubles a picture: every pixel becomes four quarters. The
// network reads the pixels around one pixel, not that pixel's position. The inputs are their
// luminances minus the mean; absolute tones add the mean. The output corrects the bicubic value of
// one quarter; 1/2 means no correction. Windows are mirrored so that this is the lower right
// quarter: one network serves all four. Follows Shocher, Cohen and Irani 2018 ("Zero-Shot"
// Super-Resolution using Deep Internal Learning), whose network is convolutional.
inline constexpr double kLargestWindow = 4.5;  // the largest radius, in pixels
inline constexpr int kMostWindowPixels = 64;
// The network's output that means no correction.
inline constexpr float kNothingLacking = 0.5f;

// The pixels of a window, row by row, as offsets from the central pixel. A pixel belongs to the
// window if its centre lies within the radius around the middle of the central pixel's lower right
// quarter.
struct WindowShape {
    int count = 0;
    int reach = 0;  // distance in pixels of the farthest column or row from the centre
    bool absolute = false;
    std::int8_t x[kMostWindowPixels] = {}, y[kMostWindowPixels] = {};

    // Absolute tones add one input: the window's brightness.
    REDRAW_NUMERIC int inputs() const { return count + (absolute ? 1 : 0); }
    // Counts the views of a window, which the network should answer alike. View 0 is unchanged;
    // view 1 is mirrored at the diagonal, which keeps the quarter in place. Relative tones add
    // views 2 and 3: the negatives of 0 and 1, with negated corrections. The network learns from
    // all views; a render averages its outputs for them.
    REDRAW_NUMERIC int views() const { return absolute ? 2 : 4; }
};
WindowShape window_shape(const WindowSpec& window);

// A window in an image plane in memory: a pointer to its centre and the steps to the next pixel
// right and below, in the orientation of the view. `sign` is -1 for a negative, otherwise 1.
struct WindowView {
    const float* centre = nullptr;
    std::ptrdiff_t right = 1, down = 0;
    float sign = 1;
};

// Returns the window around `centre` in a plane with rows of `stride` floats, for one quarter of
// the central pixel: right_quarter 1 is right and 0 left, lower_quarter 1 is lower and 0 upper.
REDRAW_NUMERIC WindowView window_view(const float* centre, std::ptrdiff_t stride, int right_quarter,
                                      int lower_quarter, int view) {
    const std::ptrdiff_t right = right_quarter ? 1 : -1;
    const std::ptrdiff_t down = lower_quarter ? stride : -stride;
    const float sign = (view & 2) != 0 ? -1.0f : 1.0f;
    if ((view & 1) != 0) return {centre, down, right, sign};
    return {centre, right, down, sign};
}

// Calls put(i, value) for every input i of the window.
template <class Put>
REDRAW_NUMERIC void encode_window(const WindowShape& shape, const WindowView& view,
                                  const Put& put) {
    const auto pixel = [&](int i) {
        return view.centre[shape.y[i] * view.down + shape.x[i] * view.right];
    };
    float sum = 0;
    for (int i = 0; i < shape.count; ++i) sum += pixel(i);
    const float mean = sum / float(shape.count);
    for (int i = 0; i < shape.count; ++i) put(i, view.sign * (pixel(i) - mean));
    if (shape.absolute) put(shape.count, mean - 0.5f);
}

// Averages the outputs for all views of a quarter. The result is the correction, centred on
// kNothingLacking.
REDRAW_NUMERIC float mean_of_views(const WindowShape& shape, const float* values) {
    if (shape.absolute) return (values[0] + values[1]) / 2;
    return kNothingLacking + ((values[0] + values[1]) - (values[2] + values[3])) / 4;
}

}  // namespace redraw
