// Layout::pack_bf16: weights for the matrix unit, rounded to bf16 in blocks of 16 rows of 16 pairs.
#include "engine/backend/backend.h"
#include "engine/cpu/layout.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace redraw::cpu {

namespace {

// To nearest even; NaN stays NaN.
std::uint16_t to_bf16(float x) {
    const auto word = std::bit_cast<std::uint32_t>(x);
    if (std::isnan(x)) return std::uint16_t(word >> 16 | 0x40);
    return std::uint16_t((word + 0x7fff + (word >> 16 & 1)) >> 16);
}

float from_bf16(std::uint16_t half) {
    return std::bit_cast<float>(std::uint32_t(half) << 16);
}

// Where number (row, column) of a right matrix lies: blocks of 32 rows and 16 columns, `across` of
// them side by side; in a block pairs of rows, column after column.
std::size_t right_at(int row, int column, int across) {
    const std::size_t block = std::size_t(row / 32) * across + column / 16;
    return block * 512 + std::size_t(row % 32 / 2) * 32 + column % 16 * 2 + row % 2;
}

// The same in fp32: blocks of 16 rows and 16 columns, row after row.
std::size_t fp32_right_at(int row, int column, int across) {
    const std::size_t block = std::size_t(row / 16) * across + column / 16;
    return block * 256 + std::size_t(row % 16) * 16 + column % 16;
}

void store(float* blocks, std::size_t at, std::uint16_t half) {
    std::memcpy(reinterpret_cast<std::byte*>(blocks) + at * sizeof half, &half, sizeof half);
}

}  // namespace

void Layout::pack_bf16(const float* padded, float* packed, const Part& part) const {
    const LayerPlan& layer = layers_[part.layer];
    const int outputs_across = layer.padded_outputs / 16, inputs_across = layer.padded_inputs / 16;
    for (int output = part.column; output < part.column + features_; ++output)
        for (int input = 0; input < layer.padded_inputs; ++input) {
            const bool real = output < layer.outputs && input < layer.inputs;
            const float value = real ? padded[weight(part.layer, output, input)] : 0.0f;
            const std::uint16_t half = to_bf16(value);
            store(packed + layer.packed_back, right_at(output, input, inputs_across), half);
            if (fp32_forward_) {
                packed[layer.packed + fp32_right_at(input, output, outputs_across)] = value;
                continue;
            }
            const std::size_t forward = right_at(input, output, outputs_across);
            store(packed + layer.packed, forward, half);
            if (precision_ == Precision::bf16x3)
                store(packed + layer.packed_low, forward, to_bf16(value - from_bf16(half)));
        }
}

}  // namespace redraw::cpu
