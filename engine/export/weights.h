// A network as .safetensors: 8-byte little-endian header length, JSON header, raw numbers. Tensors
// "layers.0.weight" [outputs, inputs], "layers.0.bias" [outputs], ...; __metadata__ says what is
// needed to draw with them (activation, omegas, output, coordinates). And its numbers in fewer
// bits, half floats or bytes with a scale: what a number becomes is decided here once, for the file
// and for the drawing that tells what it costs.
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
inline constexpr auto kNames<Numbers> =
    names<Numbers>({{Numbers::f32, "f32"}, {Numbers::f16, "f16"}, {Numbers::i8, "i8"}});

// Scales of its own where a tensor is rounded to bytes: one a row of a weight, one for a table,
// none for biases, which are few and stay as they are.
int scales_of(const Tensor& tensor);

// IEEE 754 binary16, to nearest, ties to even; what is larger than it holds becomes its largest.
std::uint16_t half_of(float value);
std::vector<std::uint16_t> in_16_bits(std::span<const float> values);

// values[i] is about levels[i] * scale of its row: within half a scale.
struct Bytes {
    std::vector<float> scales;
    std::vector<std::int8_t> levels;  // -127 to 127
};
Bytes in_8_bits(const Tensor& tensor, std::span<const float> values);

// All parameters as a reader of such a file has them.
std::vector<float> rounded(const NetworkSpec& network, int channels,
                           std::span<const float> parameters, Numbers numbers);

// Written atomically. Throws Error.
void write_safetensors(const std::filesystem::path& path, const NetworkSpec& network, int channels,
                       std::span<const float> parameters, std::int64_t step,
                       Numbers numbers = Numbers::f32);

// A network as source code that draws its picture alone, with nothing of Redraw: a C header, which
// says in a comment what it is and how to call it.
struct NetworkCode {
    NetworkSpec network;
    int channels = 1;
    std::span<const float> parameters;
    std::string title;  // of the picture, for the comment
    double aspect = 1;  // width / height
};

// C99, needs <math.h> only: redraw_draw(x, y, values). Throws Error of a network of windows: it
// draws from a picture, which code does not hold.
std::string c_header(const NetworkCode& code);

}  // namespace redraw
