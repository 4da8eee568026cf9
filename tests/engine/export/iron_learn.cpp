#include "engine/export/iron_learn.h"
#include "engine/file/read_file.h"
#include "engine/image/grid.h"
#include "engine/image/image_writer.h"
#include "engine/image/picture.h"
#include "engine/image/quality.h"
#include "engine/network/parameters.h"
#include "engine/network/schedule.h"
#include "tests/support/error_kind.h"
#include "tests/support/shared_data.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <random>
#include <string>
#include <vector>

using namespace redraw;
using nlohmann::json;

namespace {

// Draws a model in double precision, without the engine's arithmetic.
Image draw(const IronLearnModel& model, int width, int height) {
    const auto layers = layer_shapes(model.config.network, 1);
    const Grid grid = picture_grid(width, height);
    Image image = make_image(width, height, 1);
    for (int row = 0; row < height; ++row) {
        for (int column = 0; column < width; ++column) {
            std::vector<double> values{grid.x(column), grid.y(row)};
            for (const LayerShape& layer : layers) {
                std::vector<double> next(std::size_t(layer.outputs));
                const double* inputs = values.data();  // no bounds checks in 4e9 accesses
                for (int o = 0; o < layer.outputs; ++o) {
                    double sum = model.parameters[layer.biases + std::size_t(o)];
                    const float* weights = model.parameters.data() + layer.weights +
                                           std::size_t(o) * std::size_t(layer.inputs);
                    for (int i = 0; i < layer.inputs; ++i) sum += double(weights[i]) * inputs[i];
                    const bool last = &layer == &layers.back();
                    next[std::size_t(o)] = last ? 1 / (1 + std::exp(-sum)) : std::tanh(sum);
                }
                values = std::move(next);
            }
            image.row(row)[column] = float(values[0]);
        }
    }
    return image;
}

json layer(const char* type, std::vector<int> shape = {}, std::vector<float> weights = {}) {
    return {
        {"layer_type", type}, {"name", "x"}, {"index", 0}, {"shape", shape}, {"weights", weights}};
}

// Returns a model with layers 3-4-2-1 in iron_learn's format.
json small_model() {
    std::mt19937 random(5);
    std::normal_distribution<float> normal;
    const auto weights = [&](std::size_t count) {
        std::vector<float> values(count);
        for (float& value : values) value = normal(random);
        return values;
    };
    return {
        {"name", "small"},
        {"parameter_count", 22},
        {"epoch", 1000},
        {"saved_lr", 0.25},
        {"layers",
         {layer("Linear", {3, 4}, weights(12)), layer("Tanh"), layer("Linear", {4, 2}, weights(8)),
          layer("Tanh"), layer("Linear", {2, 1}, weights(2)), layer("Sigmoid")}}};
}

IronLearnModel read_text(const std::string& text, int size = 200) {
    return decode_iron_learn(std::as_bytes(std::span(text)), "model.json", size);
}

void check_refused(const std::string& text, const std::string& reason) {
    const std::string sentence = error_of([&] { read_text(text); });
    CAPTURE(sentence);
    CHECK(sentence.starts_with("Cannot import model.json: "));
    CHECK(sentence.find(reason) != std::string::npos);
}

}  // namespace

TEST_CASE("the lion: his weights draw his picture at 28.06 dB") {
    const auto model_path = shared_data("iron_learn-model.json");
    const auto target = shared_data("lion-200.png");
    const auto his_drawing = shared_data("lion-200-iron_learn-803000.png");
    if (!model_path || !target || !his_drawing) return;
    const auto file = read_file(*model_path, kLargestIronLearnFile);
    const IronLearnModel model = decode_iron_learn(file, "model.json", 200);
    CHECK(model.epoch == 803'000);
    CHECK(model.name == "image");
    CHECK(model.config.network.layers == std::vector<int>{128, 128, 256, 128, 64, 64, 64});
    CHECK(model.config.data.train_size.longer_side == 200);
    // The model's author divided the learning rate by ten by hand at epoch 563,000.
    CHECK(model.config.schedule.epochs == 3'000'000);
    CHECK(model.config.schedule.lr_max == doctest::Approx(0.0410333).epsilon(1e-5));
    CHECK(learning_rate(model.config.schedule, 803'000) == doctest::Approx(0.03419707));

    const Image drawing = draw(model, 200, 200);
    CHECK(psnr(drawing, load_picture(*target).image) == doctest::Approx(28.06).epsilon(0.005 / 28));
    const Image his = load_picture(*his_drawing).image;
    REQUIRE(his.channels == 1);
    int most = 0;
    for (std::size_t i = 0; i < his.values.size(); ++i)
        most = std::max(most,
                        std::abs(quantise(drawing.values[i], 255) - quantise(his.values[i], 255)));
    CHECK(most <= 1);
}

TEST_CASE("a model is drawn as its own formula says") {
    const json source = small_model();
    constexpr int kSize = 9;
    const IronLearnModel model = read_text(source.dump(), kSize);
    const Image drawing = draw(model, kSize, kSize);
    const auto weight = [&](int l, int i, int o) {
        const json& linear = source["layers"][std::size_t(2 * l)];
        return linear["weights"][std::size_t(i * linear["shape"][1].get<int>() + o)].get<double>();
    };
    for (int row = 0; row < kSize; ++row) {
        for (int column = 0; column < kSize; ++column) {
            const double in[3] = {1, column / 8.0, row / 8.0};
            double a[4], b[2], z = 0;
            for (int o = 0; o < 4; ++o) {
                a[o] = 0;
                for (int i = 0; i < 3; ++i) a[o] += in[i] * weight(0, i, o);
                a[o] = std::tanh(a[o]);
            }
            for (int o = 0; o < 2; ++o) {
                b[o] = 0;
                for (int i = 0; i < 4; ++i) b[o] += a[i] * weight(1, i, o);
                z += std::tanh(b[o]) * weight(2, o, 0);
            }
            const double blackness = 1 / (1 + std::exp(-z));
            REQUIRE(drawing.row(row)[column] == doctest::Approx(1 - blackness).epsilon(1e-5));
        }
    }
    CHECK(model.epoch == 1000);
    CHECK(learning_rate(model.config.schedule, 1000) == doctest::Approx(0.25));
    CHECK(model.config.optimizer.kind == Optimizer::sgd);
    CHECK(model.config.network.activation == Activation::tanh);
    CHECK(model.config.network.output == OutputMap::sigmoid);
}

TEST_CASE("his older files say neither the epoch nor the rate") {
    json old = small_model();
    old.erase("epoch");
    old.erase("saved_lr");
    old.erase("name");
    const IronLearnModel model = read_text(old.dump());
    CHECK(model.epoch == 0);
    CHECK(model.config.schedule.lr_max > 0);
}

TEST_CASE("a model past its cosine's end keeps its saved rate") {
    json late = small_model();
    late["epoch"] = 4'000'000;
    CHECK(read_text(late.dump()).config.schedule.lr_max == doctest::Approx(0.25));
}

TEST_CASE("what is missing or wrong is named") {
    const auto changed = [](const char* pointer, json value) {
        json model = small_model();
        model[json::json_pointer(pointer)] = std::move(value);
        return model.dump();
    };
    check_refused("{}", "\"layers\"");
    check_refused("[1]", "not an object");
    for (const json& value : {json::array(), json(3)})
        check_refused(changed("/layers", value), "\"layers\"");
    check_refused(changed("/layers/2", 3), "layers[2] is not an object");
    check_refused(changed("/layers/2/layer_type", "Sin"), "layers[2] is not a Linear layer");
    check_refused(changed("/layers/1/layer_type", "ReLU"), "layers[1] is not a Tanh layer");
    check_refused(changed("/layers/5/layer_type", "Tanh"), "layers[5] is not a Sigmoid layer");
    for (const json& shape : {json::array({4}), json::array({-4, 2}), json::array({4294967297, 2})})
        check_refused(changed("/layers/2/shape", shape), "layers[2].shape");
    check_refused(changed("/layers/2/shape", json::array({4, 3})), "12 numbers of its shape");
    check_refused(changed("/layers/2/shape", json::array({2, 4})), "takes 2 inputs instead of 4");
    check_refused(changed("/layers/0/shape", json::array({4, 3})), "takes 4 inputs instead of 3");
    for (const json& weight : {json("0.5"), json(nullptr), json(1e39)})
        check_refused(changed("/layers/2/weights/1", weight), "layers[2].weights");
    check_refused(changed("/layers/2/weights", "x"), "layers[2].weights");
    for (const json& epoch : {json(-1), json(1.5), json(18446744073709551615u)})
        check_refused(changed("/epoch", epoch), "\"epoch\"");
    check_refused(changed("/saved_lr", "fast"), "\"saved_lr\"");
}

TEST_CASE("hostile files are refused before they cost anything") {
    check_refused("", "not JSON");
    check_refused("not JSON at all", "not JSON");
    check_refused(std::string(1'000'000, '['), "nested too deep");
    std::string many = R"({"layers": [)";
    for (int i = 0; i < 100'000; ++i) many += R"({"layer_type": "Tanh"},)";
    check_refused(many + "{}]}", "too many lists");
    std::string nan = small_model().dump();
    nan.replace(nan.find("0.25"), 4, "NaN");
    check_refused(nan, "not JSON");
    const std::string whole = small_model().dump();
    for (std::size_t length = 0; length < whole.size(); ++length)
        REQUIRE_THROWS_AS(read_text(whole.substr(0, length)), Error);
    std::mt19937 random(11);
    for (int i = 0; i < 500; ++i) {
        std::string damaged = whole;
        damaged[random() % damaged.size()] = char(random() % 256);
        try {
            for (const float p : read_text(damaged).parameters) REQUIRE(std::isfinite(p));
        } catch (const Error&) {
        }
    }
}
