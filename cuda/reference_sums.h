// Kernels of the reference path that add over pixels, and those that end a step. Every sum has a
// fixed order: in a thread, then over the threads of a block by halves or one after the other, then
// over blocks in their order. Losses are added in doubles, gradients in floats.
#pragma once

#include "cuda/grid_tables.h"

#include <cstddef>
#include <cstdint>

namespace redraw::cuda {

constexpr int kLossThreads = 256;

// Adds the sums of a block's kLossThreads threads; thread 0 gets the total.
// Shared memory: kLossThreads LossSums.
__device__ __forceinline__ LossSums add_in_block(LossSums own) {
    LossSums* sums = reinterpret_cast<LossSums*>(dynamic_shared());
    const int thread = int(threadIdx.x);
    sums[thread] = own;
    __syncthreads();
    for (int half = kLossThreads / 2; half > 0; half /= 2) {
        if (thread < half) {
            sums[thread].loss += sums[thread + half].loss;
            sums[thread].squared_error += sums[thread + half].squared_error;
        }
        __syncthreads();
    }
    return sums[0];
}

// One thread a sample, kLossThreads a block, which an area pixel's two samples share. `outputs` and
// `targets` are [rows][channels]; `outputs` is replaced by the loss's gradient times `scale`.
// `weights`, if not null, say how much each sample counts. `values`, if not null, gets what is
// drawn, [pixels][channels]. block_sums[block] gets the sums over the block's pixels.
__global__ void add_losses(SampleLoss loss, int rows, int channels, float scale,
                           const float* targets, const float* weights, float* outputs,
                           float* values, LossSums* block_sums) {
    const std::size_t row = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    LossSums sums;
    const float weight = weights && row < std::size_t(rows) ? weights[row] : 1.0f;
    const bool counts = row < std::size_t(rows) && !(loss.area && row % 2);  // a pixel once
    for (int c = 0; c < channels; ++c) {
        float gradient = 0;
        if (row < std::size_t(rows)) {
            const std::size_t i = row * channels + c;
            const float other = loss.area ? outputs[(row ^ 1) * channels + c] : 0;
            const auto result = loss(outputs[i], other, targets[i]);
            const float error = result.value - targets[i];
            gradient = result.gradient * (scale * weight);
            if (counts) {
                sums.loss += weight * result.loss;
                sums.squared_error += weight * (error * error);
                if (values) values[(loss.area ? row / 2 : row) * channels + c] = result.value;
            }
        }
        if (loss.area) __syncthreads();  // both have read
        if (row < std::size_t(rows)) outputs[row * channels + c] = gradient;
    }
    sums = add_in_block(sums);
    if (threadIdx.x == 0) block_sums[blockIdx.x] = sums;
}

// One block of kLossThreads: the step's result from `blocks` sums, then the cell goes on. Last of a
// step: everything before reads the cell.
__global__ void finish_step(const LossSums* block_sums, int blocks, double values,
                            StepResult* results, StepCell* cell) {
    LossSums sums;
    for (int i = int(threadIdx.x); i < blocks; i += kLossThreads) {
        sums.loss += block_sums[i].loss;
        sums.squared_error += block_sums[i].squared_error;
    }
    sums = add_in_block(sums);
    if (threadIdx.x != 0) return;
    results[cell->index] = {float(sums.loss / values), float(sums.squared_error / values)};
    ++cell->index;
    ++cell->step;
}

constexpr int kColumns = 32, kPhases = 4;  // threads of a block of add_columns
constexpr int kMostFactors = 4;

// Sums over the rows of a[row][column], each times factors[row][factor], go to
// into[column * column_stride + factor * factor_stride]. Null `factors` are one factor of 1.
struct ColumnSums {
    const float* a;
    int columns;
    float* into;
    const float* factors = nullptr;
    int factor_count = 1, column_stride = 1, factor_stride = 0;
};

// parts[slice][factor][column]: a slice's rows. Grid: (columns / kColumns, slices), block:
// (kColumns, kPhases). Shared memory: kPhases * kMostFactors * kColumns floats.
__global__ void add_columns(ColumnSums of, int rows, float* parts) {
    float* shared = reinterpret_cast<float*>(dynamic_shared());
    const int column = int(blockIdx.x) * kColumns + int(threadIdx.x), phase = int(threadIdx.y);
    const int slice = int(blockIdx.y), slices = int(gridDim.y);
    const int begin = int(std::int64_t(rows) * slice / slices);
    const int end = int(std::int64_t(rows) * (slice + 1) / slices);
    float sums[kMostFactors] = {};
    if (column < of.columns)
        for (int row = begin + phase; row < end; row += kPhases) {
            const float value = of.a[std::size_t(row) * of.columns + column];
            for (int f = 0; f < kMostFactors; ++f)
                if (f < of.factor_count)
                    sums[f] += of.factors ? of.factors[row * of.factor_count + f] * value : value;
        }
    for (int f = 0; f < kMostFactors; ++f)
        shared[(phase * kMostFactors + f) * kColumns + int(threadIdx.x)] = sums[f];
    __syncthreads();
    if (phase != 0 || column >= of.columns) return;
    for (int f = 0; f < of.factor_count; ++f) {
        float sum = 0;
        for (int p = 0; p < kPhases; ++p)
            sum += shared[(p * kMostFactors + f) * kColumns + int(threadIdx.x)];
        parts[(std::size_t(slice) * of.factor_count + f) * of.columns + column] = sum;
    }
}

// Sums the slices' parts; adds to the present values if `add`. One thread a column and factor.
__global__ void add_slices(ColumnSums of, const float* parts, int slices, bool add) {
    const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t count = std::size_t(of.columns) * of.factor_count;
    if (i >= count) return;
    float sum = 0;
    for (int slice = 0; slice < slices; ++slice) sum += parts[slice * count + i];
    float& to = of.into[i % of.columns * of.column_stride + i / of.columns * of.factor_stride];
    to = add ? to + sum : sum;
}

// One thread a parameter: the optimizer's update with settings[cell->index]. The first `encoding`
// parameters are a grid's tables or, where there are no sums of those, not trained; `gradients` are
// those of the others.
__global__ void update_parameters(Optimizer optimizer, float momentum, bool lazy_tables,
                                  std::size_t encoding, TableSum* sums, const float* gradients,
                                  DeviceState state) {
    const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= state.count || (i < encoding && !sums)) return;
    const float gradient = i < encoding ? take_gradient(sums[i]) : gradients[i - encoding];
    update_parameter(optimizer, momentum, state.settings[state.cell->index], state, i, gradient,
                     lazy_tables && i < encoding);
}

}  // namespace redraw::cuda
