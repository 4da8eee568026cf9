#include "engine/export/weights.h"

#include "engine/error.h"
#include "engine/network/encodings.h"
#include "engine/network/parameters.h"
#include "engine/system/atomic_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <map>

namespace redraw {
namespace {

using nlohmann::ordered_json;

constexpr float kLargestHalf = 65504;
constexpr int kLevels = 127;

static_assert(std::endian::native == std::endian::little, "tensors are written as they lie");

// Returns metadata that describes how to render the tensors. Values are strings, as .safetensors
// requires.
ordered_json metadata(const NetworkSpec& network, int channels, std::int64_t step,
                      Numbers numbers) {
    const auto number = [](const auto& value) { return ordered_json(value).dump(); };
    ordered_json object = {{"format", "redraw"},
                           {"step", number(step)},
                           {"channels", number(channels)},
                           {"activation", name_of(network.activation)},
                           {"encoding", name_of(network.encoding)},
                           {"output", name_of(network.output)}};
    if (network.activation == Activation::sine) {
        if (network.encoding == Encoding::none) object["first_omega"] = number(network.first_omega);
        object["hidden_omega"] = number(network.hidden_omega);
    }
    if (network.encoding == Encoding::fourier)
        object["fourier"] = "layers.0 computes sin(2 pi (weight @ (x, y) + bias))";
    if (network.encoding == Encoding::grid)
        object["grid"] =
            "levels.i.table holds features of the corners of cells, row after row; "
            "cells over [-1, 1] in both directions; hashed tables: entry = (column ^ row * "
            "2654435761) mod entries; interpolated linearly, level after level into layers.0";
    if (network.encoding == Encoding::window)
        object["window"] =
            "inputs are luminance (Rec. 601, 0 to 1) of the square of pixels around one, row by "
            "row, minus their mean, mirrored until the quarter that is asked for is the lower "
            "right one; the output is twice what bicubic interpolation lacks there";
    else
        object["coordinates"] =
            "x right, y down, at pixel centres; the longer side spans [-1, 1]; "
            "sine layers compute sin(omega * (weight @ x + bias))";
    const std::vector<GridLevel> levels = grid_levels(network);
    for (std::size_t i = 0; i < levels.size(); ++i)
        object["levels." + std::to_string(i) + ".cells"] = number(levels[i].cells);
    if (numbers == Numbers::i8)
        object["scale"] =
            "a tensor t of I8 stands for t * t.scale, one scale a row of a weight, "
            "one for a whole table";
    return object;
}

constexpr const char* kHead = R"(/* {}, drawn by Redraw: a network of {} numbers.
   redraw_draw(x, y, values) gives the colour at a point: x to the right and y down, the picture's longer
   side from -1 to 1; values[{}] from 0 to 1 in sRGB, to be clamped. Width / height is {}. */
#ifndef REDRAW_NETWORK_H
#define REDRAW_NETWORK_H

#include <math.h>

enum {{ redraw_channels = {} }};

static const float redraw_parameters[] = {{
    {}
}};
)";

constexpr const char* kLayer = R"(
/* out[outputs] = weights[outputs][inputs] in + biases[outputs]; gives back what follows in the array. */
static const float *redraw_layer(const float *numbers, const float *in, int inputs, float *out, int outputs) {
    const float *biases = numbers + inputs * outputs;
    for (int j = 0; j < outputs; ++j) {
        out[j] = biases[j];
        for (int k = 0; k < inputs; ++k) out[j] += numbers[j * inputs + k] * in[k];
    }
    return biases + outputs;
}
)";

constexpr const char* kGrid = R"(
/* The cell among those from first to end that a place is in; beyond them, on their edge. */
static unsigned redraw_cell(float *place, int first, int end) {
    *place = *place < first ? first : *place > end ? end : *place;
    return *place < end ? (unsigned)*place : (unsigned)end - 1;
}

/* The features of one level of the grid at (x, y); gives back the next level's table. It has columns times rows cells
   from cell (left, top) on, of `cells` over [-1, 1]. */
static const float *redraw_level(const float *table, int cells, int left, int columns, int top, int rows,
                                 unsigned entries, int features, float x, float y, float *out) {
    float column = (x + 1) / 2 * cells, row = (y + 1) / 2 * cells;
    const int hashed = entries < (unsigned)(columns + 1) * (unsigned)(rows + 1);
    const unsigned i = redraw_cell(&column, left, left + columns), j = redraw_cell(&row, top, top + rows);
    int corner, f;
    for (f = 0; f < features; ++f) out[f] = 0;
    for (corner = 0; corner < 4; ++corner) {
        const unsigned right = i + (corner & 1), down = j + (corner >> 1);
        const unsigned entry = hashed ? (right ^ down * 2654435761u) & (entries - 1)
                                      : (down - top) * (columns + 1) + (right - left);
        const float weight = (corner & 1 ? column - i : 1 - (column - i)) *
                             (corner >> 1 ? row - j : 1 - (row - j));
        for (f = 0; f < features; ++f) out[f] += weight * table[entry * features + f];
    }
    return table + (unsigned)features * entries;
}
)";

constexpr const char* kUnit = R"(
static float {}(float z, float omega) {{
    (void)omega;
    return {};
}}
)";

constexpr const char* kDraw = R"(
static void redraw_draw(float x, float y, float *values) {{
    float in[{0}], out[{0}];
    const float *next = redraw_parameters;
    int i;
)";

// The formula of each Activation, in the order of its values.
constexpr const char* kFormulas[] = {
    "sinf(omega * z)", "tanhf(z)", "1 / (1 + expf(-z))", "z > 0 ? z : 0",
    "z / (1 + expf(-1.5957691216f * z * (1 + 0.044715f * z * z)))"};
static_assert(std::size(kFormulas) == kNames<Activation>.size());

// Formats a float literal with up to nine digits, enough to restore a finite float; with a point or
// exponent: "3.", "1e-05".
std::string literal(double value) {
    const std::string digits = fmt::format("{:.9g}", value);
    return digits.find_first_of(".e") == digits.npos ? digits + "." : digits;
}

// Reduces a title to one line that is safe inside a comment, without characters that could end it.
std::string in_comment(std::string title) {
    std::erase_if(title, [](char c) {
        return static_cast<unsigned char>(c) < ' ' || c == '*' || c == '/' || c == '\\';
    });
    return title;
}

std::string numbers(std::span<const float> parameters) {
    std::string text;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        text += literal(parameters[i]) + (i % 8 == 7 ? "f,\n    " : "f, ");
    return text;
}

}  // namespace

int scales_of(const Tensor& tensor) {
    if (tensor.shape.size() < 2) return 0;
    return tensor.name.ends_with(".table") ? 1 : tensor.shape[0];
}

std::uint16_t half_of(float value) {
    if (std::isnan(value)) return 0x7E00;
    const auto sign = std::uint16_t(std::signbit(value) ? 0x8000 : 0);
    const float size = std::min(std::abs(value), kLargestHalf);
    if (size == 0) return sign;
    // Finds the exponent of the leading bit, but at least -14: subnormals share that exponent. The
    // last bit is 2^10 times smaller.
    int exponent = 0;
    std::frexp(size, &exponent);
    exponent = std::max(exponent - 1, -14);
    const auto places = std::uint32_t(std::nearbyint(std::ldexp(size, 10 - exponent)));
    // The leading one of `places`, 2^10, carries into the exponent field, which is therefore one
    // less here. A subnormal has no such one, unless it rounds up to 2^-14.
    return std::uint16_t(sign + (std::uint32_t(exponent + 14) << 10) + places);
}

std::vector<std::uint16_t> in_16_bits(std::span<const float> values) {
    std::vector<std::uint16_t> halves;
    halves.reserve(values.size());
    for (const float value : values) halves.push_back(half_of(value));
    return halves;
}

Bytes in_8_bits(const Tensor& tensor, std::span<const float> values) {
    const int scales = scales_of(tensor);
    REDRAW_CHECK(scales > 0 && values.size() == tensor.count(), "the tensor's own values");
    Bytes bytes;
    bytes.levels.reserve(values.size());
    const std::size_t row = values.size() / std::size_t(scales);
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
        if (scales_of(tensor) == 0) continue;
        const Bytes bytes = in_8_bits(tensor, tensor.of(parameters));
        const std::size_t row = bytes.levels.size() / bytes.scales.size();
        for (std::size_t i = 0; i < bytes.levels.size(); ++i)
            result[tensor.first + i] = float(bytes.levels[i]) * bytes.scales[i / row];
    }
    return result;
}

void write_safetensors(const std::filesystem::path& path, const NetworkSpec& network, int channels,
                       std::span<const float> parameters, std::int64_t step, Numbers numbers) {
    REDRAW_CHECK(parameters.size() == parameter_count(network, channels),
                 "the parameters are of this network");
    ordered_json entries = {{"__metadata__", metadata(network, channels, step, numbers)}};
    std::vector<std::byte> payload;
    const auto add = [&](const std::string& name, const char* type, const std::vector<int>& shape,
                         const auto& values) {
        const std::size_t begin = payload.size();
        const auto raw = std::as_bytes(std::span(values));
        payload.insert(payload.end(), raw.begin(), raw.end());
        entries[name] = {
            {"dtype", type}, {"shape", shape}, {"data_offsets", {begin, payload.size()}}};
    };
    // Puts tensors of wider numbers first, so that each tensor is aligned in a mapped file;
    // otherwise keeps the parameters' order.
    const std::vector<Tensor> tensors = tensors_of(network, channels);
    std::map<std::string, Bytes> in_bytes;
    for (const Tensor& tensor : tensors) {
        const auto values = tensor.of(parameters);
        if (numbers == Numbers::i8 && scales_of(tensor) > 0)
            add(tensor.name + ".scale", "F32", {scales_of(tensor)},
                (in_bytes[tensor.name] = in_8_bits(tensor, values)).scales);
        else if (numbers == Numbers::f16)
            add(tensor.name, "F16", tensor.shape, in_16_bits(values));
        else
            add(tensor.name, "F32", tensor.shape, values);
    }
    for (const Tensor& tensor : tensors)
        if (in_bytes.contains(tensor.name))
            add(tensor.name, "I8", tensor.shape, in_bytes[tensor.name].levels);
    std::string header = entries.dump();
    // Pads the header, so that the numbers are aligned in a mapped file.
    header.resize(divide_up<std::size_t>(header.size(), 8) * 8, ' ');
    const auto length = std::bit_cast<std::array<std::byte, 8>>(std::uint64_t(header.size()));
    AtomicFile file(path);
    file.write(length);
    file.write(std::as_bytes(std::span(header)));
    file.write(payload);
    file.commit();
}

// Generates C code: the parameters as one array, and loops that evaluate the layers.

std::string c_header(const NetworkCode& code) {
    if (code.network.encoding == Encoding::window)
        throw Error("Cannot write this network as code: it needs a picture, not only coordinates.");
    const auto layers = layer_shapes(code.network, code.channels);
    const auto levels = grid_levels(code.network);
    int widest = layers.front().inputs;
    for (const LayerShape& layer : layers) widest = std::max(widest, layer.outputs);

    std::string text =
        fmt::format(kHead, in_comment(code.title), code.parameters.size(), code.channels,
                    literal(code.aspect), code.channels, numbers(code.parameters));
    text += kLayer;
    if (!levels.empty()) text += kGrid;
    text += fmt::format(kUnit, "redraw_unit", kFormulas[int(code.network.activation)]);
    if (!layers.front().trained)
        text += fmt::format(kUnit, "redraw_wave", kFormulas[int(Activation::sine)]);
    text += fmt::format(kDraw, widest);
    if (levels.empty()) text += "    in[0] = x;\n    in[1] = y;\n";
    for (std::size_t l = 0; l < levels.size(); ++l)
        text += fmt::format(
            "    next = redraw_level(next, {}, {}, {}, {}, {}, {}u, {}, x, y, in + {});\n",
            levels[l].cells, levels[l].columns.first, levels[l].columns.count, levels[l].rows.first,
            levels[l].rows.count, levels[l].entries, code.network.grid.features,
            l * std::size_t(code.network.grid.features));
    for (const LayerShape& layer : layers) {
        const bool last = &layer == &layers.back();
        text += fmt::format("    next = redraw_layer(next, in, {}, out, {});\n", layer.inputs,
                            layer.outputs);
        if (!last)
            text += fmt::format("    for (i = 0; i < {}; ++i) in[i] = {}(out[i], {}f);\n",
                                layer.outputs, layer.trained ? "redraw_unit" : "redraw_wave",
                                literal(layer.omega));
    }
    text += "    for (i = 0; i < redraw_channels; ++i) values[i] = ";
    text +=
        code.network.output == OutputMap::sigmoid ? "1 / (1 + expf(-out[i]))" : "(out[i] + 1) / 2";
    return text + ";\n}\n\n#endif\n";
}

}  // namespace redraw
