// Computes values, losses and gradients from a tile's outputs: a few operations a pixel, the same
// for all instruction sets.
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
    PixelModel pixel = PixelModel::point;
    float total_variation = 0;  // of area pixels

    // `outputs`: kPanel floats a sample, replaced by the gradients; rows from `samples` to `rows`
    // by zeros. `targets`: `channels` floats a sample. `weights`: how much each sample counts;
    // null: all the same. `values`: what is drawn, `channels` floats a pixel; null: not wanted.
    void operator()(float* outputs, int samples, int rows, const float* targets,
                    const float* weights, float* values, LossSums& sums) const;

private:
    void take_pixel(float* outputs, const float* targets, float weight, float* values,
                    LossSums& sums) const;
    void take_area_pixel(float* outputs, const float* targets, float* values, LossSums& sums) const;
};

// Computes the values only; there is no target.
void tile_values(OutputMap map, int channels, const float* outputs, int pixels, float* values);

}  // namespace redraw::cpu
