// Computes pixel values, losses and output gradients from the network outputs of a tile of pixels.
// It takes few operations per pixel, so all instruction sets share this code.
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
    float total_variation = 0;  // used for area pixels only

    // Computes the loss and adds it to `sums`. `outputs`: kPanel floats per sample, replaced by the
    // gradients; rows from `samples` to `rows` become zero. `targets`: `channels` floats per
    // sample. `weights`: the weight of each sample in the loss; null: equal weights. `values`:
    // receives the rendered pixels, `channels` floats each; null: not wanted.
    void operator()(float* outputs, int samples, int rows, const float* targets,
                    const float* weights, float* values, LossSums& sums) const;

private:
    void take_pixel(float* outputs, const float* targets, float weight, float* values,
                    LossSums& sums) const;
    void take_area_pixel(float* outputs, const float* targets, float* values, LossSums& sums) const;
};

// Computes the rendered pixel values only, without a loss; needs no target.
void tile_values(OutputMap map, int channels, const float* outputs, int pixels, float* values);

}  // namespace redraw::cpu
