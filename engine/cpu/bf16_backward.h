// The backward pass of one tile of pixels in bf16 products. Deltas are the gradients of the loss
// with respect to the pre-activations. Deltas, values (a layer's activations) and slopes (their
// derivatives) are bf16; sums, biases, the first layer and the output layer are fp32. Include this
// file as described in vector.h.
#pragma once

#include "engine/cpu/bf16_forward.h"

namespace redraw::cpu {
namespace {

// A block of 32 pixels and 32 features for which gradients with respect to the values are turned
// into deltas.
struct DeltaBlock {
    float* sums;          // [pixel][kSide] value gradients, replaced by deltas
    const float* slopes;  // derivatives in pairs of pixels: two blocks of 16 features
    float* biases;        // bias gradients, [kSide]
    float* rows;          // left operand for the layer below, laid out as ValueBlock::rows
    std::size_t rows_stride;
    float* features;  // left operand for weight gradients: two blocks of 16 features, 32 pixels
};

template <bool first, class Meanwhile>
[[gnu::noinline]] void delta_block(const DeltaBlock& b, const Meanwhile& meanwhile) {
    Vec bias[2] = {load(b.biases), load(b.biases + kLanes)};
    IntLanes columns[2][kPairs];
    for (int pair = 0; pair < kPairs; ++pair) {
        float* sums = b.sums + 2 * pair * kSide;
        Vec delta[2][2];
#pragma GCC unroll 2
        for (int half = 0; half < 2; ++half) {
            const IntLanes slopes =
                load_words(b.slopes + std::size_t(half) * kBlockFloats + pair * kLanes);
            delta[0][half] = load(sums + half * kLanes) * first_of(slopes);
            delta[1][half] = load(sums + kSide + half * kLanes) * second_of(slopes);
            bias[half] = bias[half] + (delta[0][half] + delta[1][half]);
        }
        if constexpr (first) {
#pragma GCC unroll 2
            for (int p = 0; p < 2; ++p)
#pragma GCC unroll 2
                for (int half = 0; half < 2; ++half)
                    store(sums + p * kSide + half * kLanes, delta[p][half]);
        } else {
#pragma GCC unroll 2
            for (int p = 0; p < 2; ++p) {
                const int pixel = 2 * pair + p;
                store_row(b.rows + pixel / 16 * b.rows_stride + std::size_t(pixel % 16) * 16,
                          rounded(delta[p][0], delta[p][1]));
            }
#pragma GCC unroll 2
            for (int half = 0; half < 2; ++half)
                columns[half][pair] = pairs(delta[0][half], delta[1][half]);
        }
        meanwhile(pair + 1);
    }
    store(b.biases, bias[0]);
    store(b.biases + kLanes, bias[1]);
    if constexpr (!first)
        for (int half = 0; half < 2; ++half)
            store_features(b.features + std::size_t(half) * kBlockFloats, columns[half]);
}

class Backward {
public:
    Backward(const NetworkPlan& plan, const Weights& weights, float* workspace, int pixels,
             float* gradients, bool add)
        : plan_(plan),
          weights_(weights),
          workspace_(workspace),
          gradients_(gradients),
          pixel_blocks_((pixels + kSide - 1) / kSide),
          add_(add) {}

    void run() {
        if (!add_) clear();
        if (plan_.trains_inputs) clear_input_gradients();
        output_layer();
        for (int l = plan_.layer_count - 2; l > 0; --l) {
            weight_gradients(l);
            if (l > plan_.fixed_layers) deltas_below(l);
        }
    }

private:
    // Sets to zero the few gradients that every tile adds to. The others are stored by the first
    // tile of a chunk.
    void clear() {
        const LayerPlan& first = plan_.layers[0];
        const LayerPlan& output = plan_.layers[plan_.layer_count - 1];
        zero(first.weights, std::size_t(first.inputs) * first.padded_outputs);
        zero(output.weights, std::size_t(output.outputs) * output.padded_inputs);
        for (int l = 0; l < plan_.layer_count; ++l)
            zero(plan_.layers[l].biases, std::size_t(plan_.layers[l].padded_outputs));
    }
    void clear_input_gradients() {
        const int panels = plan_.layers[0].padded_inputs / kPanel;
        float* gradients = workspace_ + plan_.input_gradients;
        for (int panel = 0; panel < panels; ++panel, gradients += plan_.panel_stride)
            for (int i = 0; i < pixel_blocks_ * kSide * kPanel; ++i) gradients[i] = 0;
    }
    void zero(std::size_t at, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) gradients_[at + i] = 0;
    }

    // Computes the output layer's gradients and the deltas of the last hidden layer.
    void output_layer() {
        const LayerPlan& output = plan_.layers[plan_.layer_count - 1];
        const int l = plan_.layer_count - 2;
        const int across = plan_.layers[l].padded_outputs / kSide;
        for (int i = 0; i < pixel_blocks_ * across; ++i) {
            const int pixels = i / across, column = i % across * kSide;
            const float* above = workspace_ + plan_.outputs + std::size_t(pixels) * kSide * kPanel;
            float* sums = workspace_ + plan_.staging;
            for (int p = 0; p < kSide; ++p)
                for (int half = 0; half < kSide; half += kLanes) {
                    Vec sum(0.0f);
                    for (int c = 0; c < output.outputs; ++c)
                        sum = multiply_add(
                            Vec(above[p * kPanel + c]),
                            load(weights_.packed + output.packed +
                                 std::size_t(c) * output.padded_inputs + column + half),
                            sum);
                    store(sums + p * kSide + half, sum);
                }
            output_gradients(
                output, above, column,
                workspace_ + plan_.layers[l].values + block_at(pixels, column / 16, 2 * across));
            delta_of(l, pixels, i % across, sums, [](int) {});
        }
        for (int c = 0; c < output.outputs; ++c)
            for (int p = 0; p < pixel_blocks_ * kSide; ++p)
                gradients_[output.biases + c] +=
                    workspace_[plan_.outputs + std::size_t(p) * kPanel + c];
    }

    // Adds the output layer's weight gradients for 32 features. Weight blocks hold input columns,
    // like those of the hidden layers.
    void output_gradients(const LayerPlan& output, const float* above, int column,
                          const float* values) {
        const BlockColumn at =
            block_column(plan_.block, output.outputs, output.padded_inputs, column);
        float* to = gradients_ + output.weights + at.first;
        for (int c = 0; c < output.outputs; ++c, to += at.width)
            for (int half = 0; half < 2; ++half) {
                Vec sum = load(to + half * kLanes);
                for (int pair = 0; pair < kPairs; ++pair) {
                    const IntLanes words =
                        load_words(values + std::size_t(half) * kBlockFloats + pair * kLanes);
                    sum = multiply_add(Vec(above[2 * pair * kPanel + c]), first_of(words), sum);
                    sum = multiply_add(Vec(above[(2 * pair + 1) * kPanel + c]), second_of(words),
                                       sum);
                }
                store(to + half * kLanes, sum);
            }
    }

    // Computes the weight gradients of layer l, in blocks of 32 x 32 weights: transpose(deltas of
    // l) x values of the layer below. Stores them, or adds them to those of earlier tiles.
    void weight_gradients(int l) {
        const LayerPlan& layer = plan_.layers[l];
        const int rows = layer.padded_outputs / 16, columns = layer.padded_inputs / 16;
        const float* deltas = workspace_ + plan_.deltas;
        const float* values = workspace_ + plan_.layers[l - 1].values;
        GradientProduct product(registers_);
        for (int column = 0; column < columns; column += 2) {
            const BlockColumn at =
                block_column(plan_.block, layer.padded_outputs, layer.padded_inputs, column * 16);
            for (int row = 0; row < rows; row += 2) {
                float* sums =
                    gradients_ + layer.weights + at.first + std::size_t(row) * 16 * at.width;
                product.begin({deltas + std::size_t(row) * kBlockFloats, nullptr, kBlockFloats,
                               block_at(1, 0, rows)},
                              {values + std::size_t(column) * kBlockFloats, nullptr, kBlockFloats,
                               block_at(1, 0, columns)},
                              {features_within(layer.outputs, row * 16),
                               features_within(layer.inputs, column * 16), pixel_blocks_ * kSide},
                              add_ ? sums : nullptr, at.width);
                product.finish(sums, at.width);
            }
        }
    }

    // Computes the deltas of layer l - 1. A matrix unit multiplies the next block while the vector
    // units finish this one.
    void deltas_below(int l) {
        const int across = plan_.layers[l].padded_inputs / kSide;
        const int blocks = pixel_blocks_ * across;
        float* staging[2] = {workspace_ + plan_.staging,
                             workspace_ + plan_.staging + kSide * kSide};
        Product<Products::bf16> product(registers_);
        begin(product, l, 0, 0);
        product.finish(staging[0], kSide);
        for (int i = 0; i < blocks; ++i) {
            if (i + 1 == blocks) {
                delta_of(l - 1, i / across, i % across, staging[i % 2], [](int) {});
                return;
            }
            begin(product, l, (i + 1) / across, (i + 1) % across);
            delta_of(l - 1, i / across, i % across, staging[i % 2],
                     [&](int pairs) { product.advance(pairs, kPairs); });
            product.finish(staging[(i + 1) % 2], kSide);
        }
    }
    void begin(Product<Products::bf16>& product, int l, int pixels, int features) {
        const LayerPlan& layer = plan_.layers[l];
        const int depth = layer.padded_outputs / kSide;
        const float* deltas = workspace_ + plan_.rows[l % 2] + block_at(2 * pixels, 0, depth);
        const float* weights =
            weights_.packed + layer.packed_back + std::size_t(2 * features) * kBlockFloats;
        product.begin({deltas, nullptr, block_at(1, 0, depth), kBlockFloats},
                      {weights, nullptr, kBlockFloats, block_at(1, 0, layer.padded_inputs / 16)},
                      {kSide, features_within(layer.inputs, features * kSide),
                       (layer.outputs + 15) / 16 * 16});
    }

    template <class Meanwhile>
    void delta_of(int l, int pixels, int features, float* sums, const Meanwhile& meanwhile) {
        const LayerPlan& layer = plan_.layers[l];
        const int across = layer.padded_outputs / kSide;
        DeltaBlock block{};
        block.sums = sums;
        block.slopes = workspace_ + layer.slopes + block_at(pixels, 2 * features, 2 * across);
        block.biases = gradients_ + layer.biases + features * kSide;
        block.rows = workspace_ + plan_.rows[l % 2] + block_at(2 * pixels, features, across);
        block.rows_stride = block_at(1, 0, across);
        block.features = workspace_ + plan_.deltas + block_at(pixels, 2 * features, 2 * across);
        if (l > 0) return delta_block<false>(block, meanwhile);
        delta_block<true>(block, meanwhile);
        first_gradients(pixels, features * kSide, sums);
    }

    void first_gradients(int pixels, int column, const float* deltas) {
        const LayerPlan& layer = plan_.layers[0];
        const BlockColumn at =
            block_column(plan_.block, layer.inputs, layer.padded_outputs, column);
        float* to = gradients_ + layer.weights + at.first;
        int i = 0;
        for (; i + 8 <= layer.inputs; i += 8) first_gradients<8>(pixels, i, deltas, to, at.width);
        for (; i + 2 <= layer.inputs; i += 2) first_gradients<2>(pixels, i, deltas, to, at.width);
        if (i < layer.inputs) first_gradients<1>(pixels, i, deltas, to, at.width);
        if (plan_.trains_inputs) add_input_gradients(pixels, column, deltas);
    }

    // Adds the first layer's weight gradients for R inputs and 32 features.
    template <int R>
    void first_gradients(int pixels, int input, const float* deltas, float* to, std::size_t width) {
        const float* inputs = workspace_ + plan_.inputs + std::size_t(pixels) * kSide * kPanel;
        to += input * width;
        Vec sums[R][2];
        load_sums(sums, to, width);
        add_products(
            [&](int row, int p) { return inputs[input_at(plan_.panel_stride, p, input + row)]; },
            deltas, kSide, kSide, sums);
        store_sums(sums, to, width);
    }

    // Adds the contribution of 32 first-layer features to the input gradients of 32 pixels.
    void add_input_gradients(int pixels, int column, const float* deltas) {
        constexpr int kRowsAtOnce = 8;
        const LayerPlan& first = plan_.layers[0];
        for (int input = 0; input < first.padded_inputs; input += kSide) {
            const BlockColumn at =
                block_column(plan_.block, first.padded_outputs, first.padded_inputs, input);
            const float* weights =
                weights_.packed + first.packed_back + at.first + column * at.width;
            for (int p = 0; p < kSide; p += kRowsAtOnce) {
                Vec sums[kRowsAtOnce][2];
                float* to = workspace_ + plan_.input_gradients +
                            input_at(plan_.panel_stride, pixels * kSide + p, input);
                for (int r = 0; r < kRowsAtOnce; ++r)
                    for (int v = 0; v < 2; ++v)
                        sums[r][v] = load(to + r * kPanel + v * plan_.panel_stride);
                add_products([&](int row, int k) { return deltas[(p + row) * kSide + k]; }, weights,
                             at.width, kSide, sums);
                for (int r = 0; r < kRowsAtOnce; ++r)
                    for (int v = 0; v < 2; ++v)
                        store(to + r * kPanel + v * plan_.panel_stride, sums[r][v]);
            }
        }
    }

    const NetworkPlan& plan_;
    const Weights& weights_;
    float* workspace_;
    float* gradients_;
    int pixel_blocks_;
    bool add_;
    TileRegisters registers_;
};

}  // namespace
}  // namespace redraw::cpu
