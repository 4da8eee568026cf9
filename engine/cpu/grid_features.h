// The backward pass of the multi-resolution grid on the CPU. Gathers the gradients of the loss with
// respect to the first layer's inputs from all tiles, separated by grid level.
//
// Each level's table gradients are then added by one thread in the order of the batch
// (KernelSet::add_table_gradients). The number of threads changes no bit, and no two threads write
// to the same number.
#pragma once

#include "engine/cpu/kernels.h"

#include <vector>

namespace redraw::cpu {

class GridFeatures {
public:
    GridFeatures(const NetworkSpec& network, std::size_t panel_stride);

    const std::vector<GridLevel>& levels() const { return levels_; }
    GridPlan plan() const;
    int count() const { return int(levels_.size()) * features_; }  // grid features per pixel

    // Copies the input gradients of a tile to their positions among those of a batch of `batch`
    // samples, laid out as [level][sample][feature]. `first` is the tile's first sample in the
    // batch.
    void gather(const float* by_inputs, int first, int count, int batch, float* by_features) const;

private:
    std::vector<GridLevel> levels_;
    int features_;
    std::size_t panel_stride_;
};

}  // namespace redraw::cpu
