// The multi-resolution grid on the CPU: from its tables to the first layer's inputs, and from the
// loss' gradients by those back to the tables.
//
// Gradients of a table are added in the order of the batch, a level by one thread: the number of
// threads changes no bit, and no two threads write to one number.
#pragma once

#include "engine/network/grid_encoding.h"

#include <span>
#include <vector>

namespace redraw::cpu {

// Of a sample, as grid.h has it.
struct Coordinates {
    float x = 0, y = 0;
};

class GridFeatures {
public:
    GridFeatures(const NetworkSpec& network, std::size_t panel_stride);

    const std::vector<GridLevel>& levels() const { return levels_; }
    int count() const { return int(levels_.size()) * features_; }  // of a pixel

    // The inputs of sample `p` of a tile, in the panels' order (kernels.h).
    void encode(const float* tables, Coordinates at, int p, float* inputs) const;
    // From a tile's gradients by its inputs to those of a batch of `batch` samples, level after
    // level: [sample][features of the level]. The tile begins with sample `first` of the batch.
    void gather(const float* by_inputs, int first, int count, int batch, float* by_features) const;
    // Adds the batch's gradients by the features of level `l` to the tables', and marks the lines
    // of kPanel numbers that have one, where `touched` is there: levels share a line at their ends.
    void add_gradients(std::size_t l, std::span<const Coordinates> batch, const float* by_features,
                       float* by_tables, std::uint8_t* touched) const;

private:
    template <int features>
    void encode(const float* tables, Coordinates at, int p, float* inputs) const;
    template <int features>
    void add_gradients(std::size_t l, std::span<const Coordinates> batch, const float* by_features,
                       float* by_tables, std::uint8_t* touched) const;

    std::vector<GridLevel> levels_;
    int features_;
    std::size_t panel_stride_;
};

}  // namespace redraw::cpu
