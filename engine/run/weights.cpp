#include "engine/run/weights.h"

#include "engine/error.h"
#include "engine/file/atomic_file.h"
#include "engine/network/grid_encoding.h"
#include "engine/network/names.h"
#include "engine/network/parameters.h"

#include <nlohmann/json.hpp>

#include <array>
#include <bit>
#include <string>

namespace redraw {
namespace {

using nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "tensors are written as they lie");

// Everything but the tensors that is needed to draw; values are strings, as the format asks.
ordered_json metadata(const NetworkSpec& network, int channels, std::int64_t step) {
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
    object["coordinates"] =
        "x right, y down, at pixel centres; the longer side spans [-1, 1]; "
        "sine layers compute sin(omega * (weight @ x + bias))";
    return object;
}

std::string header_of(const NetworkSpec& network, int channels, std::int64_t step) {
    ordered_json header = {{"__metadata__", metadata(network, channels, step)}};
    const auto add = [&](const std::string& name, std::vector<int> shape, std::size_t first,
                         std::size_t last) {
        header[name] = {{"dtype", "F32"},
                        {"shape", shape},
                        {"data_offsets", {first * sizeof(float), last * sizeof(float)}}};
    };
    const std::vector<GridLevel> levels = grid_levels(network);
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const auto entries = int(levels[i].entries), features = network.grid.features;
        const std::string name = "levels." + std::to_string(i);
        add(name + ".table", {entries, features}, levels[i].first,
            levels[i].first + std::size_t(entries) * std::size_t(features));
        header["__metadata__"][name + ".cells"] = std::to_string(levels[i].cells);
    }
    const std::vector<LayerShape> layers = layer_shapes(network, channels);
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const LayerShape& layer = layers[i];
        const std::string name = "layers." + std::to_string(i);
        add(name + ".weight", {layer.outputs, layer.inputs}, layer.weights, layer.biases);
        add(name + ".bias", {layer.outputs}, layer.biases,
            layer.biases + std::size_t(layer.outputs));
    }
    std::string text = header.dump();
    text.append((8 - text.size() % 8) % 8,
                ' ');  // so that the numbers are aligned in a mapped file
    return text;
}

}  // namespace

void write_safetensors(const std::filesystem::path& path, const NetworkSpec& network, int channels,
                       std::span<const float> parameters, std::int64_t step) {
    REDRAW_CHECK(parameters.size() == parameter_count(network, channels),
                 "the parameters are of this network");
    const std::string header = header_of(network, channels, step);
    const auto length = std::bit_cast<std::array<std::byte, 8>>(std::uint64_t(header.size()));
    AtomicFile file(path);
    file.write(length);
    file.write(std::as_bytes(std::span(header)));
    file.write(std::as_bytes(parameters));  // the flat layout is the order of the tensors
    file.commit();
}

}  // namespace redraw
