#include "engine/cpu/tile_loss.h"

#include <algorithm>

namespace redraw::cpu {

void TileLoss::operator()(float* outputs, int samples, int rows, const float* targets,
                          const float* weights, float* values, LossSums& sums) const {
    if (pixel == PixelModel::area)
        for (int s = 0; s < samples; s += 2)
            take_area_pixel(outputs + s * kPanel, targets + s * channels,
                            values ? values + s / 2 * channels : nullptr, sums);
    else
        for (int s = 0; s < samples; ++s)
            take_pixel(outputs + s * kPanel, targets + s * channels, weights ? weights[s] : 1.0f,
                       values ? values + s * channels : nullptr, sums);
    for (int s = samples; s < rows; ++s) std::fill_n(outputs + s * kPanel, channels, 0.0f);
}

void TileLoss::take_pixel(float* outputs, const float* targets, float weight, float* values,
                          LossSums& sums) const {
    for (int c = 0; c < channels; ++c) {
        const auto result = numerics::output_loss(map, loss, outputs[c], targets[c]);
        const float error = result.value - targets[c];
        sums.loss += weight * result.loss;
        sums.squared_error += weight * (error * error);
        if (values) values[c] = result.value;
        outputs[c] = result.gradient * (gradient_scale * weight);
    }
}

// Computes the loss of an area pixel, which has two consecutive samples.
void TileLoss::take_area_pixel(float* outputs, const float* targets, float* values,
                               LossSums& sums) const {
    for (int c = 0; c < channels; ++c) {
        const float y = outputs[c], other = outputs[kPanel + c];
        const auto first = numerics::area_loss(map, loss, y, other, targets[c], total_variation);
        const auto second = numerics::area_loss(map, loss, other, y, targets[c], total_variation);
        const float error = first.value - targets[c];
        if (values) values[c] = first.value;
        sums.loss += first.loss;
        sums.squared_error += error * error;
        outputs[c] = first.gradient * gradient_scale;
        outputs[kPanel + c] = second.gradient * gradient_scale;
    }
}

void tile_values(OutputMap map, int channels, const float* outputs, int pixels, float* values) {
    for (int p = 0; p < pixels; ++p, outputs += kPanel)
        for (int c = 0; c < channels; ++c) *values++ = numerics::output_value(map, outputs[c]);
}

}  // namespace redraw::cpu
