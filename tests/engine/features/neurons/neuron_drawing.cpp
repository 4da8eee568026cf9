// Checks that the activations shown in the neurons view are those of the trained network.
#include "engine/features/neurons/neuron_drawing.h"
#include "engine/network/numerics.h"
#include "tests/support/cpu_backends.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <numeric>

using namespace redraw;

namespace {

NetworkSpec network_of(Activation activation, std::vector<int> layers) {
    NetworkSpec network;
    network.layers = std::move(layers);
    network.activation = activation;
    network.first_omega = 20;
    return network;
}

std::vector<Image> drawn(NeuronDrawing drawing) {
    while (!drawing.advance()) continue;
    return std::move(drawing.pictures());
}

// Computes the output layer from its definition.
Image drawing_of(const NetworkSpec& network, int channels, const std::vector<float>& parameters,
                 const Image& answers) {
    const LayerShape output = layer_shapes(network, channels).back();
    Image image = make_image(answers.width, answers.height, channels);
    for (std::size_t pixel = 0; pixel < answers.pixel_count(); ++pixel)
        for (int c = 0; c < channels; ++c) {
            const float* weights = parameters.data() + output.weights + c * output.inputs;
            image.values[pixel * channels + c] = numerics::output_value(
                network.output, std::inner_product(weights, weights + output.inputs,
                                                   answers.values.data() + pixel * answers.channels,
                                                   parameters[output.biases + c]));
        }
    return image;
}

}  // namespace

TEST_CASE("led on through the output layer the answers are the drawing, for every activation") {
    for (const auto& activation : kNames<Activation>)
        for (const Encoding encoding : {Encoding::none, Encoding::fourier, Encoding::grid}) {
            INFO(activation.name << ' ' << name_of(encoding));
            NetworkSpec network =
                redraw_test::encoded(network_of(activation.value, {17, 40, 1, 9}), encoding);
            if (encoding == Encoding::none) network.output = OutputMap::sigmoid;
            const int channels = 3;
            const auto parameters = redraw_test::random_parameters(network, channels);
            const Grid grid{-0.7, -0.4, 0.9, 0.3, 23, 7};  // 161 points: 10 groups of 16, and 1
            const auto layers =
                drawn({std::make_shared<NeuronForward>(network, channels, parameters), grid, {}});
            REQUIRE(layers.size() == network.layers.size());
            for (std::size_t l = 0; l < layers.size(); ++l)
                CHECK(layers[l].channels == network.layers[l]);

            const auto backend =
                redraw_test::backend_of(InstructionSet::scalar, network, {}, channels, nullptr);
            const auto expected = backend->render(grid, whole(grid), parameters);
            const Image image = drawing_of(network, channels, parameters, layers.back());
            float worst = 0;
            for (std::size_t i = 0; i < image.values.size(); ++i)
                worst = std::max(worst, std::abs(image.values[i] - expected->on_host().values[i]));
            CHECK(worst < 2e-5f);
        }
}

TEST_CASE("one neuron drawn alone has the bits it has among the others") {
    const NetworkSpec network = network_of(Activation::sine, {200, 33, 150});
    const auto parameters = redraw_test::random_parameters(network, 1);
    const auto forward = std::make_shared<NeuronForward>(network, 1, parameters);
    const Grid grid = picture_grid(9, 6);
    const auto layers = drawn({forward, grid, {}});
    for (const NeuronIndex index : {NeuronIndex{0, 199}, NeuronIndex{1, 0}, NeuronIndex{2, 140}}) {
        const Image& layer = layers[std::size_t(index.layer)];
        const Image alone = drawn({forward, grid, index})[0];
        REQUIRE(alone.channels == 1);
        for (std::size_t i = 0; i < alone.pixel_count(); ++i)
            CHECK(alone.values[i] == layer.values[i * layer.channels + index.neuron]);
    }
}

TEST_CASE("a neuron's weights and bias are those of the flat parameters") {
    const NetworkSpec network = network_of(Activation::tanh, {4, 3});
    std::vector<float> parameters(parameter_count(network, 1));
    std::iota(parameters.begin(), parameters.end(), 0.0f);
    const NeuronForward forward(network, 1, parameters);
    CHECK(forward.weights(0, 1) == std::vector<float>{2, 3});
    CHECK(forward.bias(0, 1) == 9);
    CHECK(forward.weights(1, 2) == std::vector<float>{20, 21, 22, 23});
    CHECK(forward.bias(1, 2) == 26);
}

TEST_CASE("small pictures keep the aspect, their number of pixels and their longest side") {
    const Grid wide = small_grid({-1, -0.25, 1, 0.25, 800, 200}, 1e9, 96);
    CHECK(wide.width == 96);
    CHECK(wide.height == 24);
    CHECK(wide.left == -1);
    const Grid few = small_grid({-1, -1, 1, 1, 800, 800}, 64, 96);
    CHECK(few.width == 8);
    CHECK(few.height == 8);
    const Grid thin = small_grid({-1, -1e-6, 1, 1e-6, 800, 1}, 64, 96);
    CHECK(thin.width == 96);
    CHECK(thin.height == 1);
}
