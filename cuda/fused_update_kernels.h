// The small kernels of the fused path: `update` ends a step, `copy_weights` makes bf16 copies of
// weights. Threads follow the order of the partials, so that reads are coalesced; further threads
// handle a grid's tables.
#pragma once

#include "cuda/fused_kernels.h"

namespace redraw::cuda::fused {

__device__ __forceinline__ void copy_weight(const WeightCopies& copies, const Place& place,
                                            float weight) {
    if (place.forward < 0) return;
    const std::uint32_t high = pack_bf16(weight, 0.0f);
    reinterpret_cast<std::uint16_t*>(copies.high)[place.forward] = std::uint16_t(high);
    if (copies.low != nullptr)
        reinterpret_cast<std::uint16_t*>(copies.low)[place.forward] =
            std::uint16_t(pack_bf16(weight - low_bf16(high), 0.0f));
    if (copies.backward != nullptr)
        reinterpret_cast<std::uint16_t*>(copies.backward)[place.backward] = std::uint16_t(high);
}

struct CopyArguments {
    const Place* places;
    std::uint32_t count;
    const float* parameters;
    WeightCopies copies;
};

__global__ void __launch_bounds__(kThreads) copy_weights(CopyArguments a) {
    const std::uint32_t i = blockIdx.x * kThreads + threadIdx.x;
    if (i >= a.count || a.places[i].parameter < 0) return;
    copy_weight(a.copies, a.places[i], a.parameters[a.places[i].parameter]);
}

struct UpdateArguments {
    const Place* places;
    std::uint32_t count;  // number of places and of a block's partials
    const float* partials;
    const LossSums* losses;
    int blocks;
    TableSum* table_sums;
    std::uint32_t table_count;  // numbers in a grid's tables, which are the first parameters
    double batch_values;
    Optimizer optimizer;
    float momentum;
    bool lazy_tables;
    DeviceState state;
    WeightCopies copies;
    const StepCell* current;
};

// Writes the step's result and advances the cell. Run by the last block, which updates no
// parameters; nothing else in this kernel reads the cell.
__device__ __forceinline__ void finish_step(const UpdateArguments& a, const StepCell& cell) {
    if (threadIdx.x != 0) return;
    LossSums sums;
    for (int block = 0; block < a.blocks; ++block) {
        sums.loss += a.losses[block].loss;
        sums.squared_error += a.losses[block].squared_error;
    }
    a.state.results[cell.index] = {float(sums.loss / a.batch_values),
                                   float(sums.squared_error / a.batch_values)};
    *a.state.cell = {cell.step + 1, cell.index + 1};
}

__global__ void __launch_bounds__(kThreads) update(UpdateArguments a) {
    const StepCell cell = *a.current;
    if (blockIdx.x + 1 == gridDim.x) return finish_step(a, cell);
    const std::uint32_t i = blockIdx.x * kThreads + threadIdx.x;
    const StepSetting& setting = a.state.settings[cell.index];
    if (i >= a.count) {
        const std::uint32_t number = i - a.count;
        if (number < a.table_count)
            update_parameter(a.optimizer, a.momentum, setting, a.state, number,
                             take_gradient(a.table_sums[number]), a.lazy_tables);
        return;
    }
    const Place place = a.places[i];
    if (place.parameter < 0) return;
    const float* partial = a.partials + i;
    float gradient = *partial;
#if defined(__CUDACC__)
#pragma unroll 8
#endif
    for (int block = 1; block < a.blocks; ++block)
        gradient += partial[std::size_t(block) * a.count];
    copy_weight(a.copies, place,
                update_parameter(a.optimizer, a.momentum, setting, a.state,
                                 std::size_t(place.parameter), gradient));
}

}  // namespace redraw::cuda::fused
