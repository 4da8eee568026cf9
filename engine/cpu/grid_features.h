// The multi-resolution grid on the CPU: from its tables to the first layer's inputs, and from the
// loss' gradients by those back to the tables. A pixel lies on a raster, so its place in a level is
// looked up by its column and row.
//
// Gradients of a table are added in the order of the batch, a level by one thread: the number of
// threads changes no bit, and no two threads write to one number.
#pragma once

#include "engine/grid.h"
#include "engine/network/grid_encoding.h"

#include <vector>

namespace redraw::cpu {

// Where the columns and rows of a part of a grid of pixels lie in every level.
class GridRaster {
public:
    GridRaster() = default;
    GridRaster(const std::vector<GridLevel>& levels, const Grid& grid, const PixelRect& part);

    GridCorners corners(const GridLevel& level, std::size_t l, int column, int row) const {
        return grid_corners(level, columns_[l * width_ + std::size_t(column)],
                            rows_[l * height_ + std::size_t(row)]);
    }

private:
    std::size_t width_ = 0, height_ = 0;
    std::vector<GridPlace> columns_, rows_;  // level after level
};

class GridFeatures {
public:
    GridFeatures(const NetworkSpec& network, std::size_t panel_stride);

    const std::vector<GridLevel>& levels() const { return levels_; }
    int count() const { return static_cast<int>(levels_.size()) * features_; }  // of a pixel
    std::size_t table_size() const { return table_size_; }

    // The inputs of pixel `p` of a tile, in the panels' order (kernels.h).
    void encode(const float* tables, const GridRaster& raster, int column, int row, int p,
                float* inputs) const;
    // Adds one pixel's gradients by the features of level `l` to the tables'.
    void add_gradients(std::size_t l, const GridRaster& raster, int column, int row,
                       const float* by_features, float* by_tables) const;

private:
    std::vector<GridLevel> levels_;
    int features_;
    std::size_t panel_stride_, table_size_;
};

}  // namespace redraw::cpu
