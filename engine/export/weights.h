// Writes a network as .safetensors: 8-byte little-endian header length, JSON header, raw numbers.
// Tensors are named "layers.0.weight" [outputs, inputs], "layers.0.bias" [outputs], ...
// __metadata__ describes how to render (activation, omegas, output, coordinates). Parameters can be
// rounded to half floats or scaled bytes. rounded() returns the rounded values, to measure what the
// render loses by them.
#pragma once

#include "engine/arithmetic.h"
#include "engine/network/config.h"
#include "engine/network/parameters.h"
#include "engine/text/names.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace redraw {

enum class Numbers { f32, f16, i8 };
template <>
inline constexpr auto kNames<Numbers> = names_up_to<Numbers::i8>("f32", "f16", "i8");

// Number of scales if a tensor is rounded to bytes: one per row of a weight matrix, one for a
// grid's table. Biases have none: they are few and stay floats.
int scales_of(const Tensor& tensor);

// Converts to IEEE 754 binary16, to nearest, ties to even; values out of range become the largest
// finite value of their sign.
std::uint16_t half_of(float value);
std::vector<std::uint16_t> in_16_bits(std::span<const float> values);

// Byte quantisation: values[i] is levels[i] * the scale of its row, within half a scale.
struct Bytes {
    std::vector<float> scales;
    std::vector<std::int8_t> levels;  // -127 to 127
};
Bytes in_8_bits(const Tensor& tensor, std::span<const float> values);

// Returns the parameters as a program reads them from a file written with `numbers`: rounded
// accordingly.
std::vector<float> rounded(const NetworkSpec& network, int channels,
                           std::span<const float> parameters, Numbers numbers);

// Writes the network as a .safetensors file, complete or not at all. Throws Error.
void write_safetensors(const std::filesystem::path& path, const NetworkSpec& network, int channels,
                       std::span<const float> parameters, std::int64_t step,
                       Numbers numbers = Numbers::f32);

// Input for exporting a network as a standalone C header that renders the picture without Redraw. A
// comment in the header explains what it is and how to call it.
struct NetworkCode {
    NetworkSpec network;
    int channels = 1;
    std::span<const float> parameters;
    std::string title;  // the picture's title, for the comment
    double aspect = 1;  // width / height
};

// Returns C99 code with redraw_draw(x, y, values) that needs only <math.h>. Throws Error for a
// window network, which renders from a picture that the code does not contain.
std::string c_header(const NetworkCode& code);

}  // namespace redraw
