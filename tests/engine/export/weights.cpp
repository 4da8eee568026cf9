#include "engine/export/weights.h"
#include "engine/error.h"
#include "engine/network/parameters.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace redraw;

namespace {

std::string contents(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// Parses .safetensors by the format's rules, without the engine's code: header length, JSON, and
// tensors whose sizes add up to the data.
struct Tensors {
    nlohmann::json header;
    std::string data;

    explicit Tensors(const std::string& file) {
        std::uint64_t length = 0;
        REQUIRE(file.size() >= 8);
        std::memcpy(&length, file.data(), 8);
        REQUIRE(length % 8 == 0);
        REQUIRE(8 + length <= file.size());
        REQUIRE(file[8] == '{');
        header = nlohmann::json::parse(file.substr(8, length));
        data = file.substr(8 + length);
        std::size_t covered = 0;
        for (const auto& item : header.items())
            if (item.key() != "__metadata__")
                covered += item.value()["data_offsets"][1].get<std::size_t>() -
                           item.value()["data_offsets"][0].get<std::size_t>();
        CHECK(covered == data.size());
    }

    std::vector<float> operator[](const std::string& name) const {
        return values<float>(name, "F32");
    }

    template <class Value>
    std::vector<Value> values(const std::string& name, const std::string& type) const {
        const auto& tensor = header.at(name);
        CHECK(tensor.at("dtype") == type);
        const std::size_t begin = tensor.at("data_offsets")[0], end = tensor.at("data_offsets")[1];
        std::size_t count = 1;
        for (const std::size_t side : tensor.at("shape")) count *= side;
        REQUIRE(end - begin == sizeof(Value) * count);
        REQUIRE(end <= data.size());
        CHECK(begin % sizeof(Value) == 0);
        std::vector<Value> values(count);
        std::memcpy(values.data(), data.data() + begin, end - begin);
        return values;
    }
};

}  // namespace

TEST_CASE("every layer is a tensor of its name, shape and numbers") {
    const TemporaryFolder folder;
    NetworkSpec network;
    network.layers = {5, 7};
    network.first_omega = 61.5;
    std::vector<float> parameters(parameter_count(network, 3));
    for (std::size_t i = 0; i < parameters.size(); ++i) parameters[i] = float(i) * 0.37f - 9;
    write_safetensors(folder / "w.safetensors", network, 3, parameters, 640);

    const Tensors tensors(contents(folder / "w.safetensors"));
    const auto layers = layer_shapes(network, 3);
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const std::string name = "layers." + std::to_string(i);
        const float* all = parameters.data();
        CHECK(tensors.header[name + ".weight"]["shape"] ==
              nlohmann::json({layers[i].outputs, layers[i].inputs}));
        CHECK(tensors[name + ".weight"] ==
              std::vector<float>(all + layers[i].weights, all + layers[i].biases));
        CHECK(
            tensors[name + ".bias"] ==
            std::vector<float>(all + layers[i].biases, all + layers[i].biases + layers[i].outputs));
    }
    const auto& metadata = tensors.header["__metadata__"];
    for (const auto& item : metadata.items()) CHECK(item.value().is_string());
    CHECK(metadata["activation"] == "sine");
    CHECK(metadata["output"] == "linear");
    CHECK(metadata["step"] == "640");
    CHECK(metadata["channels"] == "3");
    CHECK(metadata["first_omega"] == "61.5");
    CHECK(metadata["hidden_omega"] == "30.0");
}

TEST_CASE("a reader of rounded numbers has those that the drawing was judged with") {
    const TemporaryFolder folder;
    NetworkSpec network;
    network.layers = {5, 7};
    network.encoding = Encoding::grid;
    network.grid = {.levels = 2, .features = 3, .base = 4, .finest = 8, .table_bits = 8};
    std::vector<float> parameters(parameter_count(network, 3));
    for (std::size_t i = 0; i < parameters.size(); ++i)
        parameters[i] = std::sin(float(i) * 1.7f) * (i % 5 ? 0.01f : 2.0f);
    write_safetensors(folder / "h.safetensors", network, 3, parameters, 1, Numbers::f16);
    write_safetensors(folder / "b.safetensors", network, 3, parameters, 1, Numbers::i8);
    const Tensors halves(contents(folder / "h.safetensors"));
    const Tensors bytes(contents(folder / "b.safetensors"));
    const std::vector<float> as_halves = rounded(network, 3, parameters, Numbers::f16);
    const std::vector<float> as_bytes = rounded(network, 3, parameters, Numbers::i8);
    for (const Tensor& tensor : tensors_of(network, 3)) {
        CAPTURE(tensor.name);
        const auto half = halves.values<std::uint16_t>(tensor.name, "F16");
        const bool is_bytes = scales_of(tensor) > 0;
        const auto levels =
            is_bytes ? bytes.values<std::int8_t>(tensor.name, "I8") : std::vector<std::int8_t>();
        const auto scales = bytes[is_bytes ? tensor.name + ".scale" : tensor.name];
        REQUIRE(half.size() == tensor.count());
        for (std::size_t i = 0; i < tensor.count(); ++i) {
            CHECK(float_of_half(half[i]) == as_halves[tensor.first + i]);
            const float back = is_bytes
                                   ? float(levels[i]) * scales[i / (tensor.count() / scales.size())]
                                   : scales[i];
            CHECK(back == as_bytes[tensor.first + i]);
        }
    }
    CHECK(halves.data.size() == 2 * parameters.size());
    CHECK(bytes.data.size() < 1.6 * double(parameters.size()));
    CHECK(bytes.header["__metadata__"]["scale"].is_string());
    CHECK(bytes.header["__metadata__"]["levels.1.cells"] == "8");
}

TEST_CASE("a folder that is not there is a sentence") {
    NetworkSpec network;
    network.layers = {2};
    const std::vector<float> parameters(parameter_count(network, 1));
    CHECK_THROWS_AS(write_safetensors("/nowhere/w.safetensors", network, 1, parameters, 0), Error);
}
