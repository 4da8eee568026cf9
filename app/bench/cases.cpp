#include "app/bench/bench.h"

#include "engine/data/resolve.h"
#include "engine/network/parameters.h"
#include "engine/network/presets.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cmath>
#include <utility>

namespace redraw {
namespace {

// "2-128x4-1": equal widths that follow each other are counted.
std::string shape_name(const std::vector<int>& layers, int channels) {
    std::string text = "2";
    for (std::size_t i = 0; i < layers.size();) {
        std::size_t end = i;
        while (end < layers.size() && layers[end] == layers[i]) ++end;
        text += fmt::format("-{}", layers[i]);
        if (end - i > 1) text += fmt::format("x{}", end - i);
        i = end;
    }
    return text + "-" + std::to_string(channels);
}

int channel_count(ChannelMode mode) {
    return mode == ChannelMode::color ? 3 : mode == ChannelMode::alpha ? 4 : 1;
}

BenchCase variant(Activation activation, std::vector<int> layers, int side,
                  ChannelMode channels = ChannelMode::gray) {
    Config config = preset_config("siren");
    config.network.layers = std::move(layers);
    config.network.activation = activation;
    config.data.train_size = {.width = side, .height = side};
    config.data.channels = channels;
    return bench_case(config);
}

}  // namespace

BenchCase bench_case(const Config& config, const std::string& preset) {
    BenchCase result;
    result.config = config;
    const TrainSize& size = config.data.train_size;
    result.width = size.width > 0 ? size.width : size.longer_side;
    result.height = size.width > 0 ? size.height : size.longer_side;
    if (result.width == 0)
        throw CLI::ValidationError("--train-size", "there is no picture here: say how large");
    result.channels = channel_count(config.data.channels);
    NetworkSpec& network = result.config.network;
    choose_by_size(network, {result.width, result.height}, result.channels);
    result.network = fmt::format(
        "{} {}", preset.empty() ? std::string(name_of(network.activation)) : preset + " preset",
        shape_name(network.layers, result.channels));
    constexpr const char* kColours[] = {"", "gray", "", "colour", "alpha"};
    result.picture =
        fmt::format("{}x{} {}", result.width, result.height, kColours[result.channels]);
    return result;
}

std::vector<BenchCase> standard_cases() {
    std::vector<BenchCase> cases;
    for (const Preset& preset : kPresets) {
        Config config = preset_config(preset.name);
        config.data.train_size = {};  // also of the one that learns from all of a picture
        cases.push_back(bench_case(config, std::string(preset.name)));
    }
    const std::vector<int> standard(4, 128);
    cases.push_back(variant(Activation::sine, standard, 256));
    cases.push_back(variant(Activation::sine, standard, 256, ChannelMode::color));
    cases.push_back(variant(Activation::tanh, standard, 256));
    cases.push_back(variant(Activation::relu, standard, 256));
    cases.push_back(variant(Activation::sine, {64, 64, 64, 64}, 256));
    cases.push_back(variant(Activation::sine, {256, 256, 256}, 256));
    return cases;
}

std::vector<BenchCase> sweep_cases() {
    constexpr int kSide = 128, kDepth = 4;
    std::vector<BenchCase> cases;
    for (const int width : {16, 32, 64, 100, 128, 200, 256, 300, 512, 700, 1024})
        cases.push_back(variant(Activation::sine, std::vector<int>(kDepth, width), kSide));
    for (const int width : {128, 512})
        for (const int depth : {2, 3, 6, 8})
            cases.push_back(variant(Activation::sine, std::vector<int>(depth, width), kSide));
    return cases;
}

std::shared_ptr<const Dataset> bench_dataset(const BenchCase& task) {
    Image waves = make_image(task.width, task.height, task.channels);
    for (std::size_t i = 0; i < waves.values.size(); ++i)
        waves.values[i] = 0.5f + 0.4f * std::sin(0.01f * float(i));
    Dataset dataset = make_dataset_of_target(std::move(waves), task.config);
    dataset.pixel = PixelModel::point;  // one sample of each
    return std::make_shared<const Dataset>(std::move(dataset));
}

double step_operations(const BenchCase& task) {
    double operations = 0;
    bool trained_below = true;
    for (const LayerShape& layer : layer_shapes(task.config.network, task.channels)) {
        const int products = 1 + (layer.trained ? 1 : 0) + (layer.trained && trained_below ? 1 : 0);
        operations += 2.0 * products * layer.inputs * layer.outputs;
        trained_below = layer.trained;
    }
    return operations;
}

}  // namespace redraw
