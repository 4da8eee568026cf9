// Element kernels of the reference path: the parts of a step other than large products and sums
// over pixels (reference_sums.h). One thread for each element unless noted; the block size is a
// multiple of 32. Pixels are the `rows` of a chunk; matrices are row-major.
#pragma once

#include "cuda/bf16.h"
#include "cuda/grid_tables.h"

#include <cstddef>
#include <cstdint>

namespace redraw::cuda {

__device__ __forceinline__ std::size_t element_index() {
    return std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
}

// Outputs of a hidden layer; null pointers are not computed.
struct Activations {
    float* values = nullptr;  // [rows][width]
    float* slopes = nullptr;  // derivative of the value with respect to the pre-activation
    Bf16* high = nullptr;     // the values rounded to bf16
    Bf16* low = nullptr;      // the rest, value - high
};

__device__ __forceinline__ void store_activation(Activation activation, float omega, float pre,
                                                 std::size_t i, const Activations& out) {
    float value = 0, slope = 0;
    numerics::activate(activation, pre, omega, value, slope);
    if (out.values) out.values[i] = value;
    if (out.slopes) out.slopes[i] = slope;
    if (!out.high) return;
    Bf16 high, low;
    split_bf16(value, high, low);
    out.high[i] = high;
    if (out.low) out.low[i] = low;
}

// Writes coordinates[rows][2] and targets[rows][channels] for the step's samples from `first` on.
__global__ void gather_samples(DeviceDataset dataset, const StepCell* cell, std::uint32_t first,
                               int rows, float* coordinates, float* targets) {
    const std::size_t row = element_index();
    if (row >= std::size_t(rows)) return;
    const std::uint32_t sample = first + std::uint32_t(row);
    const std::uint32_t pixel = sample_index(dataset.sampling, cell->step, sample);
    const float2 at = sample_place(dataset, pixel, cell->step, sample);
    coordinates[2 * row] = at.x;
    coordinates[2 * row + 1] = at.y;
    for (int c = 0; c < dataset.channels; ++c)
        targets[row * dataset.channels + c] =
            dataset.values[std::size_t(pixel) * dataset.channels + c];
}

// Writes coordinates[rows][2] for the canvas's pixels from `first` on.
__global__ void gather_pixels(DeviceCanvas canvas, std::int64_t first, int rows,
                              float* coordinates) {
    const std::size_t row = element_index();
    if (row >= std::size_t(rows)) return;
    const std::int64_t pixel = first + std::int64_t(row);
    coordinates[2 * row] = canvas.column_x[pixel % canvas.width];
    coordinates[2 * row + 1] = canvas.row_y[pixel / canvas.width];
}

// Writes features[rows][inputs], targets[rows] and weights[rows] for the step's examples from
// `first` on, for a window network.
__global__ void gather_examples(ExampleArrays examples, WindowShape shape, const StepCell* cell,
                                std::uint32_t first, int rows, float* features, float* targets,
                                float* weights) {
    const std::size_t row = element_index();
    if (row >= std::size_t(rows)) return;
    const Example example = example_at(examples, cell->step, first + std::uint32_t(row));
    float* const inputs = features + row * std::size_t(shape.inputs());
    encode_window(shape, example.view, [inputs](int i, float value) { inputs[i] = value; });
    targets[row] = example.target;
    weights[row] = example.weight;
}

// Writes features[rows][inputs] for a plane's views from `first` on, for a window network; a
// pixel's views are consecutive.
__global__ void gather_windows(DeviceWindows windows, WindowShape shape, std::int64_t first,
                               int rows, float* features) {
    const std::size_t row = element_index();
    if (row >= std::size_t(rows)) return;
    const std::int64_t of_all = first + std::int64_t(row);
    const std::int64_t pixel = of_all / shape.views();
    const int x = int(pixel % windows.width), y = int(pixel / windows.width);
    const float* const centre = windows.plane +
                                std::size_t(shape.reach + y / 2) * std::size_t(windows.stride) +
                                std::size_t(shape.reach + x / 2);
    const WindowView view =
        window_view(centre, windows.stride, x & 1, y & 1, int(of_all % shape.views()));
    float* const inputs = features + row * std::size_t(shape.inputs());
    encode_window(shape, view, [inputs](int i, float value) { inputs[i] = value; });
}

// Turns the network's outputs for all views into the values of `count` pixels.
__global__ void draw_views(WindowShape shape, OutputMap map, const float* outputs, int count,
                           float* values) {
    const std::size_t i = element_index();
    if (i >= std::size_t(count)) return;
    float drawn[4] = {};
    for (int view = 0; view < shape.views(); ++view)
        drawn[view] = numerics::output_value(map, outputs[i * std::size_t(shape.views()) + view]);
    values[i] = mean_of_views(shape, drawn);
}

// Writes a grid's features[rows][levels][features]. One thread for each row and level.
__global__ void encode_by_grid(GridTables tables, const float* coordinates, const float* parameters,
                               int rows, float* features) {
    const std::size_t i = element_index();
    if (i >= std::size_t(rows) * tables.levels) return;
    const std::size_t row = i / tables.levels;
    const GridPoint point = grid_point(tables, int(i % tables.levels),
                                       {coordinates[2 * row], coordinates[2 * row + 1]});
    for (int f = 0; f < tables.features; ++f)
        features[i * tables.features + f] = feature_at(point, f, parameters);
}

// Adds a grid's feature gradients to its tables' gradients. One thread for each row and level.
__global__ void add_to_tables(GridTables tables, const float* coordinates, const float* gradients,
                              int rows, TableSums to) {
    const std::size_t i = element_index();
    if (i >= std::size_t(rows) * tables.levels) return;
    const std::size_t row = i / tables.levels;
    const GridPoint point = grid_point(tables, int(i % tables.levels),
                                       {coordinates[2 * row], coordinates[2 * row + 1]});
    for (int f = 0; f < tables.features; ++f)
        add_gradient_by_feature(to, point, f, gradients[i * tables.features + f]);
}

// Computes the layer that reads the coordinates. weights[width][2].
__global__ void first_layer(const float* coordinates, const float* weights, const float* biases,
                            int rows, int width, Activation activation, float omega,
                            Activations out) {
    const std::size_t i = element_index();
    if (i >= std::size_t(rows) * width) return;
    const float* at = coordinates + i / width * 2;
    const std::size_t unit = i % width;
    const float pre = weights[2 * unit] * at[0] + (weights[2 * unit + 1] * at[1] + biases[unit]);
    store_activation(activation, omega, pre, i, out);
}

// Computes a hidden layer from its product pre[rows][width].
__global__ void hidden_layer(const float* pre, const float* biases, int rows, int width,
                             Activation activation, float omega, Activations out) {
    const std::size_t i = element_index();
    if (i >= std::size_t(rows) * width) return;
    store_activation(activation, omega, pre[i] + biases[i % width], i, out);
}

// Computes outputs[rows][channels] = values[rows][width] weights^T + biases; one warp for each row.
__global__ void output_layer(const float* values, const float* weights, const float* biases,
                             int rows, int width, int channels, float* outputs) {
    const std::size_t row = element_index() / 32;
    const int lane = int(threadIdx.x) % 32;
    if (row >= std::size_t(rows)) return;
    for (int c = 0; c < channels; ++c) {
        float sum = 0;
        for (int k = lane; k < width; k += 32)
            sum += weights[std::size_t(c) * width + k] * values[row * width + k];
        for (int other = 16; other > 0; other /= 2) sum += __shfl_xor_sync(~0u, sum, other);
        if (lane == 0) outputs[row * channels + c] = sum + biases[c];
    }
}

// Applies the output map to `count` outputs.
__global__ void draw_values(OutputMap map, const float* outputs, std::size_t count, float* values) {
    const std::size_t i = element_index();
    if (i < count) values[i] = numerics::output_value(map, outputs[i]);
}

// Splits `count` weights into bf16 parts; `low` may be null.
__global__ void split_weights(const float* weights, std::size_t count, Bf16* high, Bf16* low) {
    const std::size_t i = element_index();
    if (i >= count) return;
    Bf16 upper, lower;
    split_bf16(weights[i], upper, lower);
    high[i] = upper;
    if (low) low[i] = lower;
}

// Computes delta[rows][width] of the last hidden layer, (output_delta weights) slope, in place of
// its slopes.
__global__ void output_delta(const float* output_deltas, const float* weights, int rows, int width,
                             int channels, float* slopes, Bf16* high) {
    const std::size_t i = element_index();
    if (i >= std::size_t(rows) * width) return;
    float sum = 0;
    for (int c = 0; c < channels; ++c)
        sum +=
            output_deltas[i / width * channels + c] * weights[std::size_t(c) * width + i % width];
    const float delta = sum * slopes[i];
    slopes[i] = delta;
    if (high) high[i] = to_bf16(delta);
}

// Computes the deltas of an earlier hidden layer from the backward product. `count` elements.
__global__ void hidden_delta(const float* back, std::size_t count, float* slopes, Bf16* high) {
    const std::size_t i = element_index();
    if (i >= count) return;
    const float delta = back[i] * slopes[i];
    slopes[i] = delta;
    if (high) high[i] = to_bf16(delta);
}

}  // namespace redraw::cuda
