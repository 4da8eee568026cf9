// The multi-resolution grid on the CPU, on its way back: the loss' gradients by the first layer's
// inputs, which tiles leave one after the other, level after level.
//
// Gradients of a table are then added in the order of the batch, a level by one thread
// (KernelSet::add_table_gradients): the number of threads changes no bit, and no two threads write
// to one number.
#pragma once

#include "engine/cpu/kernels.h"

#include <vector>

namespace redraw::cpu {

class GridFeatures {
public:
    GridFeatures(const NetworkSpec& network, std::size_t panel_stride);

    const std::vector<GridLevel>& levels() const { return levels_; }
    GridPlan plan() const;
    int count() const { return int(levels_.size()) * features_; }  // of a pixel

    // Copies a tile's gradients by its inputs into those of a batch of `batch` samples, level after
    // level: [sample][features of the level]. The tile begins with sample `first` of the batch.
    void gather(const float* by_inputs, int first, int count, int batch, float* by_features) const;

private:
    std::vector<GridLevel> levels_;
    int features_;
    std::size_t panel_stride_;
};

}  // namespace redraw::cpu
