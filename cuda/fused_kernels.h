// The two large kernels: drawing, and a training step up to each block's partial gradients.
#pragma once

#include "cuda/fused_backward.h"
#include "cuda/fused_forward.h"
#include "cuda/path.h"

namespace redraw::cuda::fused {

struct TrainArguments {
    Network network;
    TileMemory memory;
    ForwardInputs forward;
    DeviceDataset dataset;
    SampleLoss loss;
    float gradient_scale;  // 1 / (number of values in the batch)
    int batch_bands, tile_bands;
    const StepCell* cell;
    StepCell* current;  // copy of *cell for `update`, which advances *cell
    float* partials;    // [blocks][partial_count]
    std::uint32_t partial_count;
    LossSums* losses;       // [blocks]
    TableSums tables;       // gradient sums of a grid's tables
    float* forward_values;  // the step's render if the batch is the whole picture; may be null
};

// A thread's sums for its row, over all tiles of the block.
struct RowSums {
    double loss = 0, squared_error = 0;
    float output_bias[kMostChannels] = {};
};

// Computes the loss and its gradients from the outputs; one thread for each row.
__device__ __forceinline__ void take_loss(const TrainArguments& a, const Tile& tile,
                                          std::uint32_t pixel, RowSums& sums) {
    const int row = int(threadIdx.x), channels = a.network.channels;
    if (row >= tile.bands * kBandRows) return;
    float* const gradients = tile.floats(a.memory.gradients) + row * channels;
    REDRAW_UNROLL
    for (int c = 0; c < kMostChannels; ++c) {
        if (c >= channels) continue;
        if (row >= tile.pixels) {
            gradients[c] = 0;
            continue;
        }
        const std::size_t at = std::size_t(pixel) * channels + c;
        const auto output = [&](int of) {
            return output_of(a.network, a.memory, tile, a.forward.parameters, of, c);
        };
        const float target = a.dataset.values[at];
        const auto result = a.loss(output(row), a.loss.area ? output(row ^ 1) : 0.0f, target);
        const float gradient = result.gradient * a.gradient_scale;
        gradients[c] = gradient;
        sums.output_bias[c] += gradient;
        if (a.loss.area && row % 2) continue;  // count an area pixel once for its two rows
        const float error = result.value - target;
        sums.loss += result.loss;
        sums.squared_error += error * error;
        if (a.forward_values != nullptr) a.forward_values[at] = result.value;
    }
}

template <class F>
__device__ __forceinline__ F sum_of_warp(F sum) {
    REDRAW_UNROLL
    for (int lane = 16; lane > 0; lane /= 2) sum += __shfl_xor_sync(~0u, sum, lane);
    return sum;
}

// Sums the RowSums of a block in a fixed order. `memory` is scratch space.
__device__ __forceinline__ void write_row_sums(const TrainArguments& a, float* partials,
                                               std::byte* memory, RowSums& sums) {
    auto* const of_warps = reinterpret_cast<RowSums*>(memory);
    sums.loss = sum_of_warp(sums.loss);
    sums.squared_error = sum_of_warp(sums.squared_error);
    REDRAW_UNROLL
    for (int c = 0; c < kMostChannels; ++c)
        if (c < a.network.channels) sums.output_bias[c] = sum_of_warp(sums.output_bias[c]);
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = sums;
    __syncthreads();
    if (threadIdx.x != 0) return;
    for (int warp = 1; warp < kWarps; ++warp) {
        sums.loss += of_warps[warp].loss;
        sums.squared_error += of_warps[warp].squared_error;
        REDRAW_UNROLL
        for (int c = 0; c < kMostChannels; ++c)
            sums.output_bias[c] += of_warps[warp].output_bias[c];
    }
    a.losses[blockIdx.x] = {sums.loss, sums.squared_error};
    REDRAW_UNROLL
    for (int c = 0; c < kMostChannels; ++c)
        if (c < a.network.channels)
            partials[a.network.partials.output_bias + c] = sums.output_bias[c];
}

// Computes partials[i] as the sum of sums[part][i] over all parts.
__device__ __forceinline__ void write_vector(float* partials, const float* sums, int count,
                                             int parts) {
    for (int i = int(threadIdx.x); i < count; i += kThreads) {
        float sum = sums[i];
        for (int part = 1; part < parts; ++part) sum += sums[part * count + i];
        partials[i] = sum;
    }
}

__device__ __forceinline__ void write_vectors(const Network& network, float* partials,
                                              const float* sums) {
    const auto parts_of = [](const Layer& layer) { return kWarps / (layer.padded / kSlice); };
    for (int l = network.encoded() ? 1 : 0; l < network.depth; ++l) {
        const Layer& layer = network.layers[l];
        write_vector(partials + layer.bias_partials, sums + layer.bias_sums, layer.padded,
                     parts_of(layer));
    }
    const Layer &first = network.layers[0], &last = network.layers[network.depth - 1];
    if (!network.encoded())
        write_vector(partials + network.partials.first, sums + network.sums.first, 2 * first.padded,
                     parts_of(first));
    write_vector(partials + network.partials.output, sums + network.sums.output,
                 network.channels * last.padded, parts_of(last));
}

// Runs one batch forward and backward. A block handles its share of the batch's bands in order, in
// tiles of nearly equal size.
template <Activation activation, bool split>
__global__ void __launch_bounds__(kThreads) train(TrainArguments a) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    Tile tile{dynamic_shared(), 0, 0};
    const StepCell cell = *a.cell;
    if (blockIdx.x == 0 && threadIdx.x == 0) *a.current = cell;
    float* const partials = a.partials + std::size_t(blockIdx.x) * a.partial_count;
    float* const sums = tile.floats(a.memory.sums);
    for (std::uint32_t i = threadIdx.x; i < a.network.sum_count; i += kThreads) sums[i] = 0;

    const auto share_begin = [&a](unsigned block) {
        return int(std::int64_t(a.batch_bands) * block / gridDim.x);
    };
    const int first_band = share_begin(blockIdx.x);
    const int bands = share_begin(blockIdx.x + 1) - first_band;
    const int tiles = (bands + a.tile_bands - 1) / a.tile_bands;
    RowSums row_sums;
    for (int i = 0; i < tiles; ++i) {
        const int begin = bands * i / tiles;
        tile.bands = bands * (i + 1) / tiles - begin;
        const int rows = tile.bands * kBandRows;
        const std::uint32_t first = std::uint32_t(first_band + begin) * kBandRows;
        tile.pixels = min(rows, a.dataset.batch_samples() - int(first));

        std::uint32_t pixel = 0;
        if (int(threadIdx.x) < rows) {
            float2 position{0, 0};
            if (int(threadIdx.x) < tile.pixels) {
                pixel = sample_index(a.dataset.sampling, cell.step, first + threadIdx.x);
                position = sample_place(a.dataset, pixel, cell.step, first + threadIdx.x);
            }
            tile.positions(a.memory)[threadIdx.x] = position;
        }
        __syncthreads();
        forward<activation, split, true>(a.network, a.memory, a.forward, tile);
        take_loss(a, tile, pixel, row_sums);
        __syncthreads();
        backward<activation>(
            a.network, a.memory,
            {a.forward.parameters, a.forward.copies.backward, partials, a.tables, i == 0}, tile);
    }
    write_row_sums(a, partials, tile.memory + a.memory.values, row_sums);
    write_vectors(a.network, partials, sums);
#endif
}

struct DrawArguments {
    Network network;
    TileMemory memory;
    ForwardInputs forward;
    DeviceCanvas canvas;
    int tile_bands;
};

// 4096 bytes is the limit of kernel arguments that all devices and drivers support.
static_assert(sizeof(TrainArguments) <= 4096 && sizeof(DrawArguments) <= 4096);

template <Activation activation, bool split>
__global__ void __launch_bounds__(kThreads, 2) draw(DrawArguments a) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    Tile tile{dynamic_shared(), a.tile_bands, 0};
    const int rows = tile.bands * kBandRows, row = int(threadIdx.x);
    // Pixel numbers fit in 32 bits (path.h), whose division takes a fifth of the time of 64 bits.
    const unsigned width = unsigned(a.canvas.width), pixels = width * unsigned(a.canvas.height);
    for (unsigned first = blockIdx.x * rows; first < pixels; first += gridDim.x * rows) {
        const unsigned pixel = first + row;
        const bool drawn = row < rows && pixel < pixels;
        if (row < rows) {
            float2 position{0, 0};
            if (drawn) position = {a.canvas.column_x[pixel % width], a.canvas.row_y[pixel / width]};
            tile.positions(a.memory)[row] = position;
        }
        __syncthreads();
        forward<activation, split, false>(a.network, a.memory, a.forward, tile);
        if (drawn)
            for (int c = 0; c < a.network.channels; ++c)
                a.canvas.values[std::size_t(pixel) * a.network.channels + c] =
                    numerics::output_value(
                        a.network.output,
                        output_of(a.network, a.memory, tile, a.forward.parameters, row, c));
        __syncthreads();
    }
#endif
}

struct Kernels {
    void (*train)(TrainArguments);
    void (*draw)(DrawArguments);
};

// In source files of their own: these kernels take most of the build time and compile in parallel.
Kernels bf16_kernels(Activation activation);
Kernels bf16x3_kernels(Activation activation);

template <bool split>
Kernels kernels_of(Activation activation) {
    return numerics::with_activation(activation, [&]<Activation known>() {
        return Kernels{train<known, split>, draw<known, split>};
    });
}

}  // namespace redraw::cuda::fused
