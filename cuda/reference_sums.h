// Kernels of the reference path that sum over pixels, and those that end a step. Sums have a fixed
// order: within a thread, then over a block's threads, then over blocks. Losses are summed in
// double, gradients in float or, of tables, as integers.
#pragma once

#include "cuda/grid_tables.h"

#include <cstddef>
#include <cstdint>

namespace redraw::cuda {

constexpr int kLossThreads = 256;

// Adds the sums of a block's kLossThreads threads; every thread gets the total. Needs kLossThreads
// LossSums of shared memory.
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

// Computes loss and gradients, one thread for each sample and kLossThreads a block. The two samples
// of an area pixel share a block. `outputs` and `targets` are [rows][channels]; the loss gradient
// times `scale` overwrites `outputs`. `weights` weight the samples; may be null. `values` gets the
// render, [pixels][channels]; may be null. block_sums[block] gets the block's sums.
__global__ void add_losses(SampleLoss loss, int rows, int channels, float scale,
                           const float* targets, const float* weights, float* outputs,
                           float* values, LossSums* block_sums) {
    const std::size_t row = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    LossSums sums;
    const float weight = weights && row < std::size_t(rows) ? weights[row] : 1.0f;
    // An area pixel has two samples but counts once.
    const bool counts = row < std::size_t(rows) && !(loss.area && row % 2);
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
        if (loss.area) __syncthreads();  // both threads have read the outputs
        if (row < std::size_t(rows)) outputs[row * channels + c] = gradient;
    }
    sums = add_in_block(sums);
    if (threadIdx.x == 0) block_sums[blockIdx.x] = sums;
}

// Writes the step's result from the sums of `blocks` blocks and advances the cell. One block of
// kLossThreads. Runs last in a step, since earlier kernels read the cell.
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

constexpr int kColumns = 32, kPhases = 4;  // block shape of add_columns
constexpr int kMostFactors = 4;

// Sums over rows of a[row][column] times factors[row][factor], written to into[column *
// column_stride + factor * factor_stride]. Null `factors` means one factor of 1.
struct ColumnSums {
    const float* a;
    int columns;
    float* into;
    const float* factors = nullptr;
    int factor_count = 1, column_stride = 1, factor_stride = 0;
};

// Writes parts[slice][factor][column], each the sum over one slice of the rows. Grid: (columns /
// kColumns rounded up, slices), block: (kColumns, kPhases). Shared memory: kPhases * kMostFactors *
// kColumns floats.
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

// Sums the parts of all slices; with `add`, adds them to the old values. One thread for each column
// and factor.
__global__ void add_slices(ColumnSums of, const float* parts, int slices, bool add) {
    const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const std::size_t count = std::size_t(of.columns) * of.factor_count;
    if (i >= count) return;
    float sum = 0;
    for (int slice = 0; slice < slices; ++slice) sum += parts[slice * count + i];
    float& to = of.into[i % of.columns * of.column_stride + i / of.columns * of.factor_stride];
    to = add ? to + sum : sum;
}

// Updates parameters with settings[cell->index], one thread for each parameter. The first
// `encoding` parameters are a grid's tables with gradients in `sums`, or are not trained if `sums`
// is null. `gradients` holds the gradients of the others.
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
