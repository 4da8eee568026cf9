// The fused path's gradients, on the emulated device, against the chain rule in doubles.
#include "tests/exact_gradient.h"
#include "tests/fused_run.h"

#include <cstdio>
#include <cstdlib>

using namespace redraw_test;

namespace {

struct Device {
    explicit Device(int multiprocessors) {
        emulation::reset();
        emulation::set_multiprocessors(multiprocessors);
    }
    ~Device() { emulation::reset(); }
};

void check_step(const NetworkSpec& network, Loss loss, Precision precision,
                const std::shared_ptr<Dataset>& dataset, double tolerance, std::int64_t at = 0) {
    const int channels = dataset->target.channels;
    const auto before = random_parameters(network, channels);
    FusedRun run(network, plain_descent(loss), precision, dataset, before);
    const StepResult result = run.train(at, {1.0f})[0];
    const std::vector<float> gradient = run.first_moment(), after = run.parameters();

    const ExactStep exact = exact_step(network, {before.begin(), before.end()}, loss, *dataset,
                                       pixels_of_step(*dataset, at));
    CHECK(result.loss == doctest::Approx(exact.loss).epsilon(tolerance));
    CHECK(result.squared_error == doctest::Approx(exact.squared_error).epsilon(tolerance));
    bool descends = true;
    for (std::size_t i = 0; i < after.size(); ++i)
        descends = descends && after[i] == before[i] - gradient[i];
    CHECK(descends);
    const double all = relative_error(gradient, exact.gradient, 0, gradient.size());
    if (std::getenv("SHOW"))
        std::printf("%.2e %s\n", all, std::string(name_of(network.activation)).c_str());
    CHECK(all < tolerance);
    for (const LayerShape& layer : layer_shapes(network, channels)) {
        CAPTURE(layer.outputs);
        CHECK(relative_error(gradient, exact.gradient, layer.weights, layer.biases) <
              4 * tolerance);
        CHECK(relative_error(gradient, exact.gradient, layer.biases, layer.biases + layer.outputs) <
              4 * tolerance);
    }
}

}  // namespace

TEST_CASE("gradients of every activation, output and loss") {
    const Device device(3);
    for (const Precision precision : {Precision::bf16x3, Precision::bf16})
        for (const Activation activation : kActivations)
            for (const OutputMap output : {OutputMap::linear, OutputMap::sigmoid})
                for (const Loss loss : {Loss::mse, Loss::l1, Loss::bce}) {
                    CAPTURE(name_of(activation));
                    CAPTURE(name_of(output));
                    CAPTURE(name_of(loss));
                    check_step(network_of({20, 33}, activation, output), loss, precision,
                               noise_picture(13, 11, 1),
                               precision == Precision::bf16 ? 1e-2 : 3e-3);
                }
}

TEST_CASE("gradients of every width and depth") {
    const Device device(2);
    for (const std::vector<int>& layers : {std::vector<int>{1},
                                           {7},
                                           {128},
                                           {16, 16},
                                           {33, 7, 100},
                                           {64, 64, 64},
                                           {1, 128, 5, 16},
                                           {100, 128, 128},
                                           {12, 12, 12, 12, 12, 12, 12, 12, 12}}) {
        CAPTURE(layers.size());
        CAPTURE(layers[0]);
        for (const int channels : {1, 3, 4})
            check_step(network_of(layers, Activation::tanh), Loss::mse, Precision::bf16x3,
                       noise_picture(17, 9, channels), 3e-3);
    }
}
