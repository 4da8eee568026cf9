// The forward pass of one tile of pixels for bf16 kernels, in blocks of 32 pixels and 32 features.
// A matrix unit multiplies the next block while the vector units turn a block's fp32
// pre-activations into values (activations) and slopes (their derivatives). The first layer and the
// output layer are computed in fp32. Include this file as described in vector.h.
#pragma once

#include "engine/cpu/bf16_blocks.h"
#include "engine/cpu/bf16_first_layer.h"
#include "engine/cpu/bf16_vectors.h"
#include "engine/cpu/elementary.h"
#include "engine/cpu/kernels.h"
#include "engine/network/numerics.h"

namespace redraw::cpu {
namespace {

// A block of 32 pixels and 32 features for which pre-activations are turned into values.
struct ValueBlock {
    const float* sums;    // [pixel][kSide] pre-activations without their biases
    const float* biases;  // [kSide]
    float omega;
    float *rows, *rows_low;   // the next layer's left operand and its rounding errors
    std::size_t rows_stride;  // floats between the rows of the first and of the second 16 pixels
    float *values, *slopes;   // in pairs of pixels: two blocks of 16 features each
    // Set for the last hidden layer only: the output layer's weights for these features,
    // `output_stride` floats apart for each output, and its sums, [pixel][outputs][kLanes].
    const float* output_weights;
    std::size_t output_stride;
    float* output_sums;
    int outputs;
    bool first_features;
};

template <Products products>
REDRAW_VECTOR void store_pixel(const ValueBlock& b, int pixel, Vec left, Vec right) {
    const std::size_t at = pixel / 16 * b.rows_stride + std::size_t(pixel % 16) * 16;
    if constexpr (products == Products::fp32) {
        store(b.rows + at, left);
        store(b.rows + at + kBlockFloats, right);
        return;
    }
    const ShortLanes row = rounded(left, right);
    store_row(b.rows + at, row);
    if constexpr (products == Products::three_bf16)
        store_row(b.rows_low + at, rounded(lost(left, row, 0), lost(right, row, 1)));
}

REDRAW_VECTOR void add_to_outputs(const ValueBlock& b, int pixel, Vec left, Vec right) {
    for (int c = 0; c < b.outputs; ++c) {
        const float* weights = b.output_weights + b.output_stride * std::size_t(c);
        float* sums = b.output_sums + (std::size_t(pixel) * b.outputs + c) * kLanes;
        const Vec before = b.first_features ? Vec(0.0f) : load(sums);
        store(sums, multiply_add(right, load(weights + kLanes),
                                 multiply_add(left, load(weights), before)));
    }
}

template <Activation activation, bool training, Products products, bool last, class Meanwhile>
[[gnu::noinline]] void activate_block(const ValueBlock& b, const Meanwhile& meanwhile) {
    const Vec bias[2] = {load(b.biases), load(b.biases + kLanes)};
    const Vec omega(b.omega);
    for (int pair = 0; pair < kPairs; ++pair) {
        Vec value[2][2], slope[2][2];
#pragma GCC unroll 2
        for (int p = 0; p < 2; ++p)
#pragma GCC unroll 2
            for (int half = 0; half < 2; ++half)
                numerics::activate<activation>(
                    load(b.sums + (2 * pair + p) * kSide + half * kLanes) + bias[half], omega,
                    value[p][half], slope[p][half]);
#pragma GCC unroll 2
        for (int p = 0; p < 2; ++p)
            if constexpr (last)
                add_to_outputs(b, 2 * pair + p, value[p][0], value[p][1]);
            else
                store_pixel<products>(b, 2 * pair + p, value[p][0], value[p][1]);
        if constexpr (training)
#pragma GCC unroll 2
            for (int half = 0; half < 2; ++half) {
                const std::size_t at = std::size_t(half) * kBlockFloats + pair * kLanes;
                store_words(b.values + at, pairs(value[0][half], value[1][half]));
                store_words(b.slopes + at, pairs(slope[0][half], slope[1][half]));
            }
        meanwhile(pair + 1);
    }
}

template <Activation activation, bool training, Products products>
class Forward {
public:
    Forward(const NetworkPlan& plan, const Weights& weights, float* workspace, int pixels)
        : plan_(plan),
          weights_(weights),
          workspace_(workspace),
          pixel_blocks_((pixels + kSide - 1) / kSide) {}

    void run() {
        for (int l = 0; l + 1 < plan_.layer_count; ++l)
            if (l + 2 < plan_.layer_count)
                layer<false>(l);
            else
                layer<true>(l);
        outputs();
    }

private:
    static constexpr int kDepth = products == Products::fp32 ? 16 : 32;  // depth of a block

    template <bool last>
    void layer(int l) {
        const LayerPlan& layer = plan_.layers[l];
        const int across = layer.padded_outputs / kSide, blocks = pixel_blocks_ * across;
        float* staging[2] = {workspace_ + plan_.staging,
                             workspace_ + plan_.staging + kSide * kSide};
        if (l == 0) {
            for (int i = 0; i < blocks; ++i) {
                first_layer_sums(
                    plan_, layer, weights_.parameters,
                    workspace_ + plan_.inputs + std::size_t(i / across) * kSide * kPanel,
                    i % across * kSide, staging[0]);
                const ValueBlock first = block<last>(l, i / across, i % across, staging[0]);
                if (plan_.fixed_layers)
                    activate_block<Activation::sine, training, products, last>(first, [](int) {});
                else
                    activate_block<activation, training, products, last>(first, [](int) {});
            }
            return;
        }
        Product<products> product(registers_);
        begin(product, l, 0, 0);
        product.finish(staging[0], kSide);
        for (int i = 0; i < blocks; ++i) {
            const ValueBlock current = block<last>(l, i / across, i % across, staging[i % 2]);
            if (i + 1 == blocks) {
                activate_block<activation, training, products, last>(current, [](int) {});
                return;
            }
            begin(product, l, (i + 1) / across, (i + 1) % across);
            activate_block<activation, training, products, last>(
                current, [&](int pairs) { product.advance(pairs, kPairs); });
            product.finish(staging[(i + 1) % 2], kSide);
        }
    }

    void begin(Product<products>& product, int l, int pixels, int features) {
        const LayerPlan& layer = plan_.layers[l];
        const int depth = layer.padded_inputs / kDepth;
        const std::size_t rows = block_at(2 * pixels, 0, depth);
        const std::size_t columns = std::size_t(2 * features) * kBlockFloats;
        const float* left = workspace_ + plan_.rows[(l + 1) % 2];
        const float* left_low = workspace_ + plan_.rows_low[(l + 1) % 2];
        const float* packed = weights_.packed;
        product.begin({left + rows, left_low + rows, block_at(1, 0, depth), kBlockFloats},
                      {packed + layer.packed + columns, packed + layer.packed_low + columns,
                       kBlockFloats, block_at(1, 0, layer.padded_outputs / 16)},
                      {kSide, features_within(layer.outputs, features * kSide),
                       (layer.inputs + 15) / 16 * 16});
    }

    template <bool last>
    ValueBlock block(int l, int pixels, int features, const float* sums) const {
        const LayerPlan& layer = plan_.layers[l];
        const int across = layer.padded_outputs / kSide;
        const int rows_across = layer.padded_outputs / kDepth;
        const std::size_t rows = block_at(2 * pixels, features * kSide / kDepth, rows_across);
        const std::size_t pairs = block_at(pixels, 2 * features, 2 * across);
        ValueBlock block{};
        block.sums = sums;
        block.biases = weights_.parameters + layer.biases + features * kSide;
        block.omega = layer.omega;
        block.rows = workspace_ + plan_.rows[l % 2] + rows;
        block.rows_low = workspace_ + plan_.rows_low[l % 2] + rows;
        block.rows_stride = block_at(1, 0, rows_across);
        block.values = workspace_ + layer.values + pairs;
        block.slopes = workspace_ + layer.slopes + pairs;
        if constexpr (last) {
            const LayerPlan& output = plan_.layers[l + 1];
            block.outputs = output.outputs;
            block.output_weights = weights_.packed + output.packed + features * kSide;
            block.output_stride = std::size_t(output.padded_inputs);
            block.output_sums = workspace_ + plan_.output_sums +
                                std::size_t(pixels) * kSide * output.outputs * kLanes;
            block.first_features = features == 0;
        }
        return block;
    }

    void outputs() {
        const LayerPlan& output = plan_.layers[plan_.layer_count - 1];
        const float* sums = workspace_ + plan_.output_sums;
        for (int p = 0; p < pixel_blocks_ * kSide; ++p)
            for (int c = 0; c < output.outputs; ++c, sums += kLanes) {
                float lane[kLanes];
                __builtin_memcpy(lane, sums, sizeof lane);
                for (int half = kLanes / 2; half > 0; half /= 2)
                    for (int i = 0; i < half; ++i) lane[i] += lane[i + half];
                workspace_[plan_.outputs + std::size_t(p) * kPanel + c] =
                    lane[0] + weights_.parameters[output.biases + c];
            }
    }

    const NetworkPlan& plan_;
    const Weights& weights_;
    float* workspace_;
    int pixel_blocks_;
    TileRegisters registers_;
};

}  // namespace
}  // namespace redraw::cpu
