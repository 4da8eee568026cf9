#include "engine/export/iron_learn.h"

#include "engine/error.h"
#include "engine/network/parameters.h"
#include "engine/network/presets.h"
#include "engine/text/display_name.h"
#include "engine/text/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace redraw {
namespace {

using nlohmann::json;

constexpr JsonLimits kLimits{.bytes = kLargestIronLearnFile, .depth = 16, .containers = 4096};

struct Linear {
    int inputs = 0, outputs = 0;
    std::vector<float> weights;  // [inputs][outputs]: iron_learn multiplies row vectors by matrices

    double at(int input, int output) const {
        return weights[std::size_t(input) * std::size_t(outputs) + std::size_t(output)];
    }
};

const json& field(const json& object, const char* name, const std::string& where) {
    if (!object.is_object()) throw Error(where + " is not an object");
    const auto found = object.find(name);
    if (found == object.end()) throw Error(where + " has no \"" + name + "\"");
    return *found;
}

bool is_dimension(const json& value) {
    return value.is_number_unsigned() && value.get<std::uint64_t>() >= 1 &&
           value.get<std::uint64_t>() <= 4096;
}

float finite(const json& value, const std::string& where) {
    const double number = value.is_number() ? value.get<double>() : std::nan("");
    if (!(std::abs(number) <= 1e30))  // keeps the folded parameters finite
        throw Error(where + " holds a value that is not a usable number");
    return float(number);
}

Linear read_linear(const json& layer, const std::string& where) {
    const json& shape = field(layer, "shape", where);
    if (!shape.is_array() || shape.size() != 2 || !std::ranges::all_of(shape, is_dimension))
        throw Error(where + ".shape is not two numbers between 1 and 4096");
    Linear linear{shape[0].get<int>(), shape[1].get<int>(), {}};
    const json& weights = field(layer, "weights", where);
    const std::size_t count = std::size_t(linear.inputs) * std::size_t(linear.outputs);
    if (!weights.is_array() || weights.size() != count)
        throw Error(
            fmt::format("{}.weights does not hold the {} numbers of its shape", where, count));
    linear.weights.reserve(count);
    for (const json& weight : weights) linear.weights.push_back(finite(weight, where + ".weights"));
    return linear;
}

// Reads Linear, Tanh, Linear, Tanh, ..., Linear, Sigmoid: the only layer sequence of iron_learn's
// picture models.
std::vector<Linear> read_layers(const json& layers) {
    if (!layers.is_array() || layers.size() < 4 || layers.size() % 2 != 0)
        throw Error("\"layers\" is not a list of linear layers, each with its activation");
    std::vector<Linear> linears;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const std::string where = fmt::format("layers[{}]", i);
        const char* wanted = i + 1 == layers.size() ? "Sigmoid" : i % 2 == 0 ? "Linear" : "Tanh";
        const json& kind = field(layers[i], "layer_type", where);
        if (kind != wanted) throw Error(where + " is not a " + std::string(wanted) + " layer");
        if (i % 2 != 0) continue;
        linears.push_back(read_linear(layers[i], where));
        const int inputs = linears.size() < 2 ? 3 : linears[linears.size() - 2].outputs;
        if (linears.back().inputs != inputs)
            throw Error(fmt::format("{} takes {} inputs instead of {}", where,
                                    linears.back().inputs, inputs));
    }
    if (linears.back().outputs != 1) throw Error("the last layer has more than one output");
    return linears;
}

// Converts the parameters to Redraw's flat layout (parameters.h). Folds the linear mappings of
// inputs and output into the first and last layer.
std::vector<float> fold(const std::vector<Linear>& linears, const NetworkSpec& network, int size) {
    const std::vector<LayerShape> shapes = layer_shapes(network, 1);
    std::vector<float> parameters(parameter_count(network, 1), 0.0f);
    for (std::size_t i = 0; i < linears.size(); ++i) {
        const Linear& linear = linears[i];
        // Negates the last layer: blackness is 1 - brightness, and sigmoid(-z) = 1 - sigmoid(z).
        const float sign = i + 1 == linears.size() ? -1.0f : 1.0f;
        const int first_input = i == 0 ? 1 : 0;  // skips input 0: constant 1, the bias
        float* weight = parameters.data() + shapes[i].weights;
        for (int output = 0; output < linear.outputs; ++output)
            for (int input = first_input; input < linear.inputs; ++input)
                *weight++ = sign * float(linear.at(input, output));
    }
    // Converts coordinates: iron_learn's x is column / (n - 1), ours is -1 + 2 (column + 1/2) / n.
    // Hence theirs = 1/2 + ours * n / (2 (n - 1)); y likewise.
    const double scale = size / (2.0 * (size - 1));
    for (int output = 0; output < linears[0].outputs; ++output) {
        const double x = linears[0].at(1, output), y = linears[0].at(2, output);
        float* weight = parameters.data() + shapes[0].weights + 2 * std::size_t(output);
        weight[0] = float(x * scale);
        weight[1] = float(y * scale);
        parameters[shapes[0].biases + std::size_t(output)] =
            float(linears[0].at(0, output) + 0.5 * (x + y));
    }
    return parameters;
}

// Derives the cosine schedule's peak from the saved learning rate, which is the rate at the saved
// epoch. At the end of the cosine this is impossible, and the saved rate is used.
Schedule schedule_of(Schedule schedule, const json& model, std::int64_t epoch) {
    schedule.epochs = std::max(schedule.epochs, double(epoch));
    const auto saved = model.find("saved_lr");
    if (saved == model.end()) return schedule;  // older files store no learning rate
    const double rate = finite(*saved, "\"saved_lr\"");
    const double remaining =
        0.5 * (1 + std::cos(std::numbers::pi * double(epoch) / schedule.epochs));
    const double top = schedule.lr_min + (rate - schedule.lr_min) / std::max(remaining, 1e-3);
    schedule.lr_max = std::clamp(remaining < 1e-3 ? rate : top, schedule.lr_min, 100.0);
    return schedule;
}

}  // namespace

IronLearnModel iron_learn_from_json(std::string_view text, int size) {
    REDRAW_CHECK(size >= 2, "the coordinates of iron_learn divide by size - 1");
    const json model = parse_json(text, kLimits);
    const std::vector<Linear> linears = read_layers(field(model, "layers", "the file"));
    IronLearnModel result;
    if (const auto epoch = model.find("epoch"); epoch != model.end()) {
        if (!epoch->is_number_unsigned() || epoch->get<std::uint64_t>() > (std::uint64_t(1) << 40))
            throw Error("\"epoch\" is not a whole number between 0 and 2^40");
        result.epoch = epoch->get<std::int64_t>();
    }
    if (const auto name = model.find("name"); name != model.end() && name->is_string())
        result.name = display_name(name->get<std::string>());

    Config& config = result.config;
    config = preset_config("tanh");
    config.by_size = {};  // keeps the imported configuration at every picture size
    config.network.layers.clear();
    for (std::size_t i = 0; i + 1 < linears.size(); ++i)
        config.network.layers.push_back(linears[i].outputs);
    config.schedule = schedule_of(config.schedule, model, result.epoch);
    config.data.train_size.longer_side = size;
    config.data.channels = ChannelMode::black_white;
    validate(config);
    result.parameters = fold(linears, config.network, size);
    return result;
}

IronLearnModel decode_iron_learn(std::span<const std::byte> bytes, const std::string& name,
                                 int size) {
    try {
        return iron_learn_from_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                                    size);
    } catch (const Error& error) {
        throw Error("Cannot import " + name + ": " + error.what());
    }
}

}  // namespace redraw
