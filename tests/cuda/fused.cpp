// Compares the fused path's gradients on the emulated device with the chain rule in doubles. The
// remaining error is the backward pass's rounding: deltas, values and weights of its products are
// bf16. Each has a mean relative error of 0.08 %, and every layer adds its share.
#include "tests/support/exact_gradient.h"
#include "tests/support/fused_run.h"

using namespace redraw_test;

namespace {

double tolerance_of(const NetworkSpec& network, Precision precision) {
    const double of_backward = 1.5e-3 * std::sqrt(1.0 + double(network.layers.size()));
    if (precision == Precision::bf16x3) return of_backward;
    // Plain bf16 rounds the forward pass as coarsely as the backward pass. If rounding moves a
    // ReLU's input across zero, it switches the derivative.
    return of_backward * (network.activation == Activation::relu ? 12 : 3);
}

void check_step(const NetworkSpec& network, Loss loss, Precision precision,
                const std::shared_ptr<Dataset>& dataset, std::int64_t at = 0) {
    const int channels = dataset->target.channels;
    const double tolerance = tolerance_of(network, precision);
    const auto before = random_parameters(network, channels);
    FusedRun run(network, plain_descent(loss), precision, dataset, before);
    const StepResult result = run.train(at, {1.0f})[0];
    const std::vector<float> gradient = run.first_moment(), after = run.parameters();

    const ExactStep exact = exact_step(network, {before.begin(), before.end()}, loss, *dataset,
                                       pixels_of_step(*dataset, at));
    const double forward = precision == Precision::bf16x3 ? 2e-5 : 1e-2;
    CHECK(result.loss == doctest::Approx(exact.loss).epsilon(forward));
    CHECK(result.squared_error == doctest::Approx(exact.squared_error).epsilon(forward));
    bool descends = true;
    for (std::size_t i = 0; i < after.size(); ++i)
        descends = descends && after[i] == before[i] - gradient[i];
    CHECK(descends);
    CHECK(relative_error(gradient, exact.gradient, 0, gradient.size()) < tolerance);
    // Check each layer, since large gradients would hide errors of small ones.
    for (const LayerShape& layer : layer_shapes(network, channels)) {
        CAPTURE(layer.outputs);
        const std::size_t end = layer.biases + layer.outputs;
        CHECK(relative_error(gradient, exact.gradient, layer.weights, layer.biases) <
              4 * tolerance);
        CHECK(relative_error(gradient, exact.gradient, layer.biases, end) < 4 * tolerance);
    }
}

}  // namespace

TEST_CASE("gradients of every activation, output and loss") {
    const EmulatedDevice device(3);
    for (const Precision precision : {Precision::bf16x3, Precision::bf16})
        for (const Activation activation : kActivations)
            for (const OutputMap output : {OutputMap::linear, OutputMap::sigmoid})
                for (const Loss loss : {Loss::mse, Loss::l1, Loss::bce}) {
                    CAPTURE(name_of(activation));
                    CAPTURE(name_of(output));
                    CAPTURE(name_of(loss));
                    check_step(network_of({20, 33}, activation, output), loss, precision,
                               noise_picture(13, 11, 1));
                }
}

TEST_CASE("gradients of every width and depth") {
    const EmulatedDevice device(2);
    for (const std::vector<int>& layers : {std::vector<int>{1},
                                           {7},
                                           {128},
                                           {16, 16},
                                           {33, 7, 100},
                                           {64, 64, 64},
                                           {1, 128, 5, 16},
                                           {100, 128, 128},
                                           {12, 12, 12, 12, 12, 12, 12, 12, 12}})
        for (const int channels : {1, 3, 4}) {
            CAPTURE(layers.size());
            CAPTURE(layers[0]);
            CAPTURE(channels);
            check_step(network_of(layers, Activation::gelu), Loss::mse, Precision::bf16x3,
                       noise_picture(17, 9, channels));
        }
    NetworkSpec sines = network_of({48, 48, 48, 48, 48}, Activation::sine);
    sines.hidden_omega = 30;
    for (const Precision precision : {Precision::bf16x3, Precision::bf16})
        check_step(sines, Loss::mse, precision, noise_picture(19, 17, 1));
}

TEST_CASE("gradients of many tiles in many blocks, of the last pixels alone, of parts of a band") {
    const EmulatedDevice device(5);
    for (const auto& [width, height] : {std::pair{43, 37}, {1, 1}, {1, 3}})
        check_step(network_of({17, 40}, Activation::tanh), Loss::mse, Precision::bf16x3,
                   noise_picture(width, height, 3));
    const auto dataset = noise_picture(21, 18, 3);
    dataset->batch = BatchMode::random;
    dataset->batch_size = 53;
    check_step(network_of({24, 9}, Activation::sine), Loss::mse, Precision::bf16x3, dataset,
               1'000'000'007);
}
