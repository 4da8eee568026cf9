// The optimizer's update of one parameter, for the kernels that end a step.
#pragma once

#include "cuda/path.h"

namespace redraw::cuda {

// The new value.
__device__ __forceinline__ float update_parameter(Optimizer optimizer, float momentum,
                                                  const StepSetting& setting,
                                                  const DeviceState& state, std::size_t i,
                                                  float gradient) {
    float weight = state.parameters[i], first = state.first_moment[i];
    if (optimizer == Optimizer::adam) {
        float second = state.second_moment[i];
        numerics::adam_update(setting.adam, gradient, weight, first, second);
        state.second_moment[i] = second;
    } else {
        numerics::sgd_update(momentum, setting.rate, gradient, weight, first);
    }
    state.parameters[i] = weight;
    state.first_moment[i] = first;
    return weight;
}

}  // namespace redraw::cuda
