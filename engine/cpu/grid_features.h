// The multi-resolution grid on the CPU: from its tables to the first layer's inputs, and from the
// loss' gradients by those back to the tables. A pixel lies on a raster, so its place in a level is
// looked up by its column and row.
//
// Gradients of a table are added in the order of the batch, a level by one thread: the number of
// threads changes no bit, and no two threads write to one number.
#pragma once

#include "engine/grid.h"
#include "engine/network/grid_encoding.h"

#include <span>
#include <vector>

namespace redraw::cpu {

struct PixelPlace {
    int column = 0, row = 0;
};

// Where the columns and rows of a part of a grid of pixels lie in every level.
class GridRaster {
public:
    GridRaster() = default;
    GridRaster(const std::vector<GridLevel>& levels, const Grid& grid, const PixelRect& part);

    GridCorners corners(const GridLevel& level, std::size_t l, PixelPlace at) const {
        return grid_corners(level, columns_[l * width_ + std::size_t(at.column)],
                            rows_[l * height_ + std::size_t(at.row)]);
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
    void encode(const float* tables, const GridRaster& raster, PixelPlace at, int p,
                float* inputs) const;
    // From a tile's gradients by its inputs to those of a batch of `batch` pixels, level after
    // level: [pixel][features of the level]. The tile begins with pixel `first` of the batch.
    void gather(const float* by_inputs, int first, int count, int batch, float* by_features) const;
    // Adds the batch's gradients by the features of level `l` to the tables'.
    void add_gradients(std::size_t l, const GridRaster& raster, std::span<const PixelPlace> batch,
                       const float* by_features, float* by_tables) const;

private:
    template <int features>
    void encode(const float* tables, const GridRaster& raster, PixelPlace at, int p,
                float* inputs) const;
    template <int features>
    void add_gradients(std::size_t l, const GridRaster& raster, std::span<const PixelPlace> batch,
                       const float* by_features, float* by_tables) const;

    std::vector<GridLevel> levels_;
    int features_;
    std::size_t panel_stride_, table_size_;
};

}  // namespace redraw::cpu
