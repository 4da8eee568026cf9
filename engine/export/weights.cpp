#include "engine/export/weights.h"

#include "engine/error.h"
#include "engine/file/atomic_file.h"
#include "engine/network/grid_encoding.h"
#include "engine/network/names.h"
#include "engine/network/parameters.h"

#include <nlohmann/json.hpp>

#include <array>
#include <bit>
#include <string>
#include <utility>
#include <vector>

namespace redraw {
namespace {

using nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "tensors are written as they lie");

// Everything but the tensors that is needed to draw; values are strings, as the format asks.
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
            "row, "
            "minus their mean, mirrored until the quarter that is asked for is the lower right "
            "one; "
            "the output is twice what bicubic interpolation lacks there";
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

// Tensors as they lie in the file, after one another.
struct Payload {
    ordered_json tensors = ordered_json::object();
    std::vector<std::byte> bytes;

    template <class Value>
    void add(const std::string& name, const char* type, const std::vector<int>& shape,
             const std::vector<Value>& values) {
        const std::size_t begin = bytes.size();
        const auto raw = std::as_bytes(std::span(values));
        bytes.insert(bytes.end(), raw.begin(), raw.end());
        tensors[name] = {
            {"dtype", type}, {"shape", shape}, {"data_offsets", {begin, bytes.size()}}};
    }
};

// Wide numbers first, so that each is aligned in a mapped file; else in the parameters' own order.
Payload payload_of(const std::vector<Tensor>& tensors, std::span<const float> parameters,
                   Numbers numbers) {
    Payload payload;
    for (const Tensor& tensor : tensors) {
        const auto values = parameters.subspan(tensor.first, tensor.count());
        if (numbers == Numbers::i8 && tensor.scales() > 0)
            payload.add(tensor.name + ".scale", "F32", {tensor.scales()},
                        in_8_bits(tensor, values).scales);
        else if (numbers == Numbers::f16)
            payload.add(tensor.name, "F16", tensor.shape, in_16_bits(values));
        else
            payload.add(tensor.name, "F32", tensor.shape,
                        std::vector<float>(values.begin(), values.end()));
    }
    if (numbers == Numbers::i8)
        for (const Tensor& tensor : tensors)
            if (tensor.scales() > 0)
                payload.add(
                    tensor.name, "I8", tensor.shape,
                    in_8_bits(tensor, parameters.subspan(tensor.first, tensor.count())).levels);
    return payload;
}

std::string header_of(ordered_json metadata, const Payload& payload) {
    ordered_json header = {{"__metadata__", std::move(metadata)}};
    header.update(payload.tensors);
    std::string text = header.dump();
    text.append((8 - text.size() % 8) % 8,
                ' ');  // so that the numbers are aligned in a mapped file
    return text;
}

}  // namespace

void write_safetensors(const std::filesystem::path& path, const NetworkSpec& network, int channels,
                       std::span<const float> parameters, std::int64_t step, Numbers numbers) {
    REDRAW_CHECK(parameters.size() == parameter_count(network, channels),
                 "the parameters are of this network");
    const Payload payload = payload_of(tensors_of(network, channels), parameters, numbers);
    const std::string header = header_of(metadata(network, channels, step, numbers), payload);
    const auto length = std::bit_cast<std::array<std::byte, 8>>(std::uint64_t(header.size()));
    AtomicFile file(path);
    file.write(length);
    file.write(std::as_bytes(std::span(header)));
    file.write(payload.bytes);
    file.commit();
}

}  // namespace redraw
