// How exact the gradients of each precision are.
#include "engine/device/devices.h"
#include "tests/support/exact_gradient.h"

using namespace redraw_test;

namespace {

struct Kernels {
    InstructionSet set;
    Precision precision;
};

std::vector<Kernels> all_kernels() {
    std::vector<Kernels> kernels;
    for (const InstructionSet set : instruction_sets()) kernels.push_back({set, Precision::fp32});
    for (const InstructionSet set :
         {InstructionSet::emulated_amx, InstructionSet::avx512_bf16, InstructionSet::amx}) {
        if (!cpu::supported(set)) {
            MESSAGE("SKIP: this processor has no " << name_of_set(set));
            continue;
        }
        for (const Precision precision : {Precision::bf16x3, Precision::bf16})
            kernels.push_back({set, precision});
    }
    return kernels;
}

// Of the whole gradient of a network that is large enough for errors to average out.
double stated_error(Precision precision) {
    return precision == Precision::fp32 ? 1e-5 : precision == Precision::bf16x3 ? 1e-3 : 3e-3;
}

// Dark lines on white: neighbouring pixels pull the same way, as in the drawings people bring.
std::shared_ptr<Dataset> drawn_picture(int width, int height, int channels) {
    auto dataset = noise_picture(width, height, channels);
    for (std::size_t i = 0; i < dataset->target.values.size(); ++i) {
        const int pixel = int(i) / channels, x = pixel % width, y = pixel / width;
        const double rings = std::sin(0.4 * std::hypot(x - 0.3 * width, y - 0.6 * height));
        dataset->target.values[i] = rings > 0.8 ? 0.1f * float(int(i) % channels) : 1.0f;
    }
    return dataset;
}

std::vector<float> gradient_of(const Kernels& kernels, const NetworkSpec& network, Loss loss,
                               const std::vector<float>& parameters,
                               const std::shared_ptr<Dataset>& dataset) {
    const auto backend =
        make_backend({BackendKind::cpu, kernels.precision, kernels.set, 2}, network,
                     plain_descent(loss), dataset->target.channels, dataset);
    backend->load(fresh_state(parameters, Optimizer::sgd));
    const float rate[] = {1.0f};
    StepResult result[1];
    backend->train(rate, result);
    return backend->save().first_moment;
}

}  // namespace

TEST_CASE("gradients of the standard network are as exact as stated") {
    NetworkSpec network = network_of({128, 128, 128, 128}, Activation::sine);
    network.first_omega = 60;
    network.hidden_omega = 30;
    for (const Kernels& kernels : all_kernels()) {
        INFO(name_of_set(kernels.set) << ' ' << int(kernels.precision));
        const double stated = stated_error(kernels.precision);
        for (const int channels : {1, 3}) {
            const auto parameters = initial_parameters(network, channels, 3);
            const auto dataset = drawn_picture(47, 31, channels);
            const auto exact = exact_gradient(network, parameters, Loss::mse, *dataset);
            const auto rounded = gradient_of(kernels, network, Loss::mse, parameters, dataset);
            CHECK(relative_error(rounded, exact) < stated);
            for (const LayerShape& layer : layer_shapes(network, channels)) {
                const std::size_t end = layer.biases + std::size_t(layer.outputs);
                CHECK(relative_error(rounded, exact, layer.weights, layer.biases) < 5 * stated);
                CHECK(relative_error(rounded, exact, layer.biases, end) < 5 * stated);
            }
        }
    }
}

TEST_CASE("cross entropy stays finite at targets of exactly 0 and 1 and outputs far away") {
    const NetworkSpec network = network_of({5}, Activation::relu, OutputMap::sigmoid);
    const auto dataset = noise_picture(8, 8, 1);
    for (float& value : dataset->target.values) value = value < 0.5f ? 0.0f : 1.0f;
    for (const InstructionSet set : instruction_sets()) {
        auto parameters = random_parameters(network, 1);
        for (float& parameter : parameters) parameter *= 300;
        const auto backend = backend_of(set, network, plain_descent(Loss::bce), 1, dataset);
        backend->load(fresh_state(parameters, Optimizer::sgd));
        const float rates[] = {1e-3f, 1e-3f, 1e-3f};
        StepResult results[3];
        backend->train(rates, results);
        for (const StepResult& result : results) CHECK(std::isfinite(result.loss));
        for (const float parameter : backend->save().parameters) CHECK(std::isfinite(parameter));
    }
}
