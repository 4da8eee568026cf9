// From a tile's outputs to values, losses and gradients: a few operations a pixel, the same for all
// instruction sets.
#pragma once

#include "engine/cpu/kernels.h"

namespace redraw::cpu {

struct LossSums {
    double loss = 0, squared_error = 0;
};

struct TileLoss {
    OutputMap map = OutputMap::linear;
    Loss loss = Loss::mse;
    int channels = 1;
    float gradient_scale = 1;  // 1 / (pixels in the batch * channels)

    // `outputs`: kPanel floats a pixel, replaced by the gradients; rows from `pixels` to `rows` by
    // zeros. `targets` and `values`: `channels` floats a pixel. `weights`: how much each pixel
    // counts; null: all the same.
    void operator()(float* outputs, int pixels, int rows, const float* targets,
                    const float* weights, float* values, LossSums& sums) const;
};

// Without a target: only the values.
void tile_values(OutputMap map, int channels, const float* outputs, int pixels, float* values);

}  // namespace redraw::cpu
