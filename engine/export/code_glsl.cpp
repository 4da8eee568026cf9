// fragment_shader: four units a vector, four by four weights a matrix.
#include "engine/error.h"
#include "engine/export/code_text.h"
#include "engine/network/parameters.h"

#include <fmt/format.h>

#include <algorithm>

namespace redraw {
namespace {

// One layer's weights with its omega multiplied in; units beyond its width are zeros.
class Matrix {
public:
    Matrix(const NetworkCode& code, const LayerShape& layer, double scale)
        : code_(code), layer_(layer), scale_(scale) {}
    int groups() const { return (layer_.outputs + 3) / 4; }
    int input_groups() const { return (layer_.inputs + 3) / 4; }

    std::string biases(int group) const {
        return vector([&](int i) { return bias(4 * group + i); });
    }
    std::string column(int group, int input) const {
        return vector([&](int i) { return weight(4 * group + i, input); });
    }
    std::string block(int group, int input_group) const {
        std::string text = "mat4(";
        for (int k = 0; k < 4; ++k) text += (k ? ", " : "") + numbers(group, 4 * input_group + k);
        return text + ")";
    }

private:
    template <class Number>
    std::string vector(const Number& of) const {
        return "vec4(" + list(of) + ")";
    }
    template <class Number>
    std::string list(const Number& of) const {
        std::string text;
        for (int i = 0; i < 4; ++i) text += (i ? ", " : "") + literal(of(i));
        return text;
    }
    std::string numbers(int group, int input) const {
        return list([&](int i) { return weight(4 * group + i, input); });
    }
    double weight(int output, int input) const {
        if (output >= layer_.outputs || input >= layer_.inputs) return 0;
        return number(layer_.weights + std::size_t(output) * std::size_t(layer_.inputs) +
                      std::size_t(input));
    }
    double bias(int output) const {
        return output < layer_.outputs ? number(layer_.biases + std::size_t(output)) : 0;
    }
    double number(std::size_t at) const { return scale_ * double(code_.parameters[at]); }

    const NetworkCode& code_;
    const LayerShape& layer_;
    double scale_;
};

std::string activation_of(Activation activation, const std::string& z) {
    switch (activation) {
        case Activation::sine:
            return "sin(" + z + ")";
        case Activation::tanh:
            return "tanh(" + z + ")";
        case Activation::sigmoid:
            return "1. / (1. + exp(-(" + z + ")))";
        case Activation::relu:
            return "max(" + z + ", 0.)";
        case Activation::gelu:
            break;
    }
    return "gelu(" + z + ")";
}

void add_layer(std::string& text, const Matrix& matrix, int index, bool reads_position) {
    for (int g = 0; g < matrix.groups(); ++g) {
        text += fmt::format("    vec4 z{}_{} = {}", index, g, matrix.biases(g));
        if (reads_position)
            text +=
                fmt::format(" + {} * at.x + {} * at.y", matrix.column(g, 0), matrix.column(g, 1));
        else
            for (int k = 0; k < matrix.input_groups(); ++k)
                text += fmt::format("\n        + {} * v{}_{}", matrix.block(g, k), index - 1, k);
        text += ";\n";
    }
}

constexpr const char* kGelu =
    "vec4 gelu(vec4 z) { return z / (1. + exp(-1.5957691216 * z * (1. + 0.044715 * z * z))); }\n\n";

std::string main_of(const NetworkCode& code) {
    const std::string x = literal(std::min(1.0, code.aspect)),
                      y = literal(std::min(1.0, 1 / code.aspect));
    const char* colour = code.channels == 1   ? "vec4(vec3(c.x), 1.)"
                         : code.channels == 2 ? "vec4(vec3(c.x), c.y)"
                         : code.channels == 3 ? "vec4(c.xyz, 1.)"
                                              : "c";
    return "\nvoid main() {\n    vec2 half_size = vec2(" + x + ", " + y +
           ");\n    vec2 part = gl_FragCoord.xy / resolution * 2. - 1.;\n"
           "    vec4 c = redraw(vec2(part.x, -part.y) * half_size);\n    colour = " +
           colour + ";\n}\n";
}

}  // namespace

std::string fragment_shader(const NetworkCode& code) {
    require_coordinates(code);
    if (code.network.encoding == Encoding::grid)
        throw Error(
            "A grid does not fit into a shader: export a C header, or learn without a grid.");
    if (code.parameters.size() > kMostShaderParameters)
        throw Error(fmt::format(
            "A shader holds networks of at most {} numbers, and this one has {}: learn with "
            "--layers 32,32,32, or export a C header.",
            kMostShaderParameters, code.parameters.size()));
    const auto layers = layer_shapes(code.network, code.channels);
    std::string text = "#version 330 core\n// " + about(code) +
                       "\n// Fills what it is drawn on, of `resolution` pixels. redraw(at) gives "
                       "the colour at a point: x to the right\n"
                       "// and y down, the picture's longer side from -1 to 1, width / height " +
                       literal(code.aspect) +
                       ".\n// For OpenGL ES and WebGL 2 the first line is \"#version 300 es\" and "
                       "a second \"precision highp float;\".\n"
                       "uniform vec2 resolution;\nout vec4 colour;\n\n";
    if (code.network.activation == Activation::gelu) text += kGelu;
    text += "vec4 redraw(vec2 at) {\n";
    for (std::size_t l = 0; l < layers.size(); ++l) {
        const LayerShape& layer = layers[l];
        const bool last = l + 1 == layers.size();
        const bool sine = !last && layer.activation == Activation::sine;
        const Matrix matrix(code, layer, sine ? layer.omega : 1);
        add_layer(text, matrix, int(l), l == 0);
        for (int g = 0; !last && g < matrix.groups(); ++g)
            text += fmt::format("    vec4 v{}_{} = {};\n", l, g,
                                activation_of(layer.activation, fmt::format("z{}_{}", l, g)));
    }
    const std::string z = fmt::format("z{}_0", layers.size() - 1);
    text += code.network.output == OutputMap::sigmoid
                ? "    return 1. / (1. + exp(-" + z + "));\n}\n"
                : "    return (" + z + " + 1.) / 2.;\n}\n";
    return text + main_of(code);
}

}  // namespace redraw
