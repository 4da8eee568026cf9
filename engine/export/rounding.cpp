#include "engine/export/rounding.h"

#include "engine/error.h"
#include "engine/network/grid_encoding.h"
#include "engine/network/parameters.h"

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

constexpr float kLargestHalf = 65504;
constexpr int kLevels = 127;

}  // namespace

int Tensor::scales() const {
    if (shape.size() < 2) return 0;
    return name.ends_with(".table") ? 1 : shape[0];
}

std::size_t Tensor::count() const {
    std::size_t count = 1;
    for (const int side : shape) count *= std::size_t(side);
    return count;
}

std::vector<Tensor> tensors_of(const NetworkSpec& network, int channels) {
    std::vector<Tensor> tensors;
    const std::vector<GridLevel> levels = grid_levels(network);
    for (std::size_t i = 0; i < levels.size(); ++i)
        tensors.push_back({"levels." + std::to_string(i) + ".table",
                           {int(levels[i].entries), network.grid.features},
                           levels[i].first});
    const std::vector<LayerShape> layers = layer_shapes(network, channels);
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const LayerShape& layer = layers[i];
        const std::string name = "layers." + std::to_string(i);
        tensors.push_back({name + ".weight", {layer.outputs, layer.inputs}, layer.weights});
        tensors.push_back({name + ".bias", {layer.outputs}, layer.biases});
    }
    return tensors;
}

std::uint16_t half_of(float value) {
    if (std::isnan(value)) return 0x7E00;
    const auto sign = std::uint16_t(std::signbit(value) ? 0x8000 : 0);
    const float size = std::min(std::abs(value), kLargestHalf);
    if (size == 0) return sign;
    // Its last place: 10 bits below the leading one, but never below the subnormals' 2^-24.
    int exponent = 0;
    std::frexp(size, &exponent);
    exponent = std::max(exponent - 1, -14);
    const auto places = std::uint32_t(std::nearbyint(std::ldexp(size, 10 - exponent)));
    // A subnormal has no leading one, and one that is rounded up to 2^-14 gets it by carrying;
    // all others carry theirs into the exponent.
    return std::uint16_t(sign + (std::uint32_t(exponent + 14) << 10) + places);
}

float float_of_half(std::uint16_t half) {
    const int exponent = half >> 10 & 31, places = half & 1023;
    const float size = exponent == 0    ? std::ldexp(float(places), -24)
                       : exponent == 31 ? (places ? NAN : INFINITY)
                                        : std::ldexp(float(1024 + places), exponent - 25);
    return half & 0x8000 ? -size : size;
}

std::vector<std::uint16_t> in_16_bits(std::span<const float> values) {
    std::vector<std::uint16_t> halves;
    halves.reserve(values.size());
    for (const float value : values) halves.push_back(half_of(value));
    return halves;
}

Bytes in_8_bits(const Tensor& tensor, std::span<const float> values) {
    REDRAW_CHECK(tensor.scales() > 0 && values.size() == tensor.count(), "the tensor's own values");
    Bytes bytes;
    bytes.levels.reserve(values.size());
    const std::size_t row = values.size() / std::size_t(tensor.scales());
    for (std::size_t at = 0; at < values.size(); at += row) {
        float largest = 0;
        for (const float value : values.subspan(at, row))
            largest = std::max(largest, std::abs(value));
        const float scale = largest / kLevels;
        for (const float value : values.subspan(at, row)) {
            const float level = scale > 0 ? std::nearbyint(value / scale) : 0.0f;
            bytes.levels.push_back(std::int8_t(std::clamp(level, -float(kLevels), float(kLevels))));
        }
        bytes.scales.push_back(scale);
    }
    return bytes;
}

std::vector<float> rounded(const NetworkSpec& network, int channels,
                           std::span<const float> parameters, Numbers numbers) {
    std::vector<float> result(parameters.begin(), parameters.end());
    if (numbers == Numbers::f16)
        for (float& value : result) value = float_of_half(half_of(value));
    if (numbers != Numbers::i8) return result;
    for (const Tensor& tensor : tensors_of(network, channels)) {
        if (tensor.scales() == 0) continue;
        const Bytes bytes = in_8_bits(tensor, parameters.subspan(tensor.first, tensor.count()));
        const std::size_t row = bytes.levels.size() / bytes.scales.size();
        for (std::size_t i = 0; i < bytes.levels.size(); ++i)
            result[tensor.first + i] = float(bytes.levels[i]) * bytes.scales[i / row];
    }
    return result;
}

}  // namespace redraw
