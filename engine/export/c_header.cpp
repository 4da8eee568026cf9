// The parameters as one array, and loops over them.
#include "engine/export/c_header.h"

#include "engine/error.h"
#include "engine/network/grid_encoding.h"
#include "engine/network/parameters.h"

#include <fmt/format.h>

#include <algorithm>

namespace redraw {
namespace {

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

const char* activation_of(Activation activation) {
    switch (activation) {
        case Activation::sine:
            return "sinf(omega * z)";
        case Activation::tanh:
            return "tanhf(z)";
        case Activation::sigmoid:
            return "1 / (1 + expf(-z))";
        case Activation::relu:
            return "z > 0 ? z : 0";
        case Activation::gelu:
            break;
    }
    return "z / (1 + expf(-1.5957691216f * z * (1 + 0.044715f * z * z)))";
}

// Nine digits, which give the float back; always a floating-point literal: "3.", "1e-05".
std::string literal(double value) {
    const std::string digits = fmt::format("{:.9g}", value);
    return digits.find_first_of(".e") == digits.npos ? digits + "." : digits;
}

// One line, safe inside a comment: what could end it is left out.
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

std::string c_header(const NetworkCode& code) {
    if (code.network.encoding == Encoding::window)
        throw Error(
            "Code cannot hold this network: it draws from a picture, not from coordinates.");
    const auto layers = layer_shapes(code.network, code.channels);
    const auto levels = grid_levels(code.network);
    int widest = layers.front().inputs;
    for (const LayerShape& layer : layers) widest = std::max(widest, layer.outputs);

    std::string text =
        fmt::format(kHead, in_comment(code.title), code.parameters.size(), code.channels,
                    literal(code.aspect), code.channels, numbers(code.parameters));
    text += kLayer;
    if (!levels.empty()) text += kGrid;
    text += fmt::format(kUnit, "redraw_unit", activation_of(code.network.activation));
    if (!layers.front().trained)
        text += fmt::format(kUnit, "redraw_wave", activation_of(Activation::sine));
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
