#include "engine/cpu/grid_features.h"

#include "engine/cpu/kernels.h"

namespace redraw::cpu {

GridRaster::GridRaster(const std::vector<GridLevel>& levels, const Grid& grid,
                       const PixelRect& part)
    : width_(std::size_t(part.width)), height_(std::size_t(part.height)) {
    columns_.reserve(levels.size() * width_);
    rows_.reserve(levels.size() * height_);
    for (const GridLevel& level : levels) {
        for (int x = 0; x < part.width; ++x)
            columns_.push_back(grid_place(level.cells, grid.x(part.x + x)));
        for (int y = 0; y < part.height; ++y)
            rows_.push_back(grid_place(level.cells, grid.y(part.y + y)));
    }
}

GridFeatures::GridFeatures(const NetworkSpec& network, std::size_t panel_stride)
    : levels_(grid_levels(network)),
      features_(network.grid.features),
      panel_stride_(panel_stride),
      table_size_(grid_parameters(network)) {}

void GridFeatures::encode(const float* tables, const GridRaster& raster, int column, int row, int p,
                          float* inputs) const {
    for (std::size_t l = 0; l < levels_.size(); ++l) {
        const GridLevel& level = levels_[l];
        const GridCorners corners = raster.corners(level, l, column, row);
        float sums[kMostGridFeatures] = {};
        for (int c = 0; c < 4; ++c) {
            const float* entry =
                tables + level.first + std::size_t(corners.entry[c]) * std::size_t(features_);
            for (int f = 0; f < features_; ++f) sums[f] += corners.weight[c] * entry[f];
        }
        for (int f = 0; f < features_; ++f)
            inputs[input_at(panel_stride_, p, int(l) * features_ + f)] = sums[f];
    }
}

void GridFeatures::add_gradients(std::size_t l, const GridRaster& raster, int column, int row,
                                 const float* by_features, float* by_tables) const {
    const GridLevel& level = levels_[l];
    const GridCorners corners = raster.corners(level, l, column, row);
    for (int c = 0; c < 4; ++c) {
        float* entry =
            by_tables + level.first + std::size_t(corners.entry[c]) * std::size_t(features_);
        for (int f = 0; f < features_; ++f)
            entry[f] += corners.weight[c] * by_features[int(l) * features_ + f];
    }
}

}  // namespace redraw::cpu
