#include "engine/cpu/tile_loss.h"

namespace redraw::cpu {

void TileLoss::operator()(float* outputs, int pixels, int rows, const float* targets,
                          const float* weights, float* values, LossSums& sums) const {
    for (int p = 0; p < pixels; ++p, outputs += kPanel) {
        const float weight = weights ? weights[p] : 1.0f;
        for (int c = 0; c < channels; ++c) {
            const float target = *targets++;
            const auto result = numerics::output_loss(map, loss, outputs[c], target);
            const float error = result.value - target;
            sums.loss += weight * result.loss;
            sums.squared_error += weight * (error * error);
            *values++ = result.value;
            outputs[c] = result.gradient * (gradient_scale * weight);
        }
    }
    for (int p = pixels; p < rows; ++p, outputs += kPanel)
        for (int c = 0; c < channels; ++c) outputs[c] = 0;
}

void tile_values(OutputMap map, int channels, const float* outputs, int pixels, float* values) {
    for (int p = 0; p < pixels; ++p, outputs += kPanel)
        for (int c = 0; c < channels; ++c) *values++ = numerics::output_value(map, outputs[c]);
}

}  // namespace redraw::cpu
