// How exact each precision's gradients are: fp32 on every instruction set, bf16x3 and bf16 on those
// that compute in bf16 and on the emulated matrix unit. Seen through the contract: plain gradient
// descent at rate 1 keeps the gradient as its velocity.
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
    OptimizerSpec optimizer;
    optimizer.kind = Optimizer::sgd;
    optimizer.loss = loss;
    BackendOptions options;
    options.kind = BackendKind::cpu;
    options.instruction_set = kernels.set;
    options.precision = kernels.precision;
    options.threads = 2;
    const auto backend =
        make_backend(options, network, optimizer, dataset->target.channels, dataset);
    backend->load(fresh_state(parameters, Optimizer::sgd));
    const float rate[] = {1.0f};
    StepResult result[1];
    backend->train(rate, result);
    return backend->save().first_moment;
}

// `whole` bounds the error of the whole gradient, `part` that of each layer's weights and biases.
void check_gradient(const Kernels& kernels, const NetworkSpec& network, Loss loss,
                    const std::vector<float>& parameters, const std::shared_ptr<Dataset>& dataset,
                    double whole, double part) {
    const int channels = dataset->target.channels;
    const auto exact = exact_gradient(network, parameters, loss, *dataset);
    const auto rounded = gradient_of(kernels, network, loss, parameters, dataset);
    CHECK(relative_error(rounded, exact) < whole);
    for (const LayerShape& layer : layer_shapes(network, channels))
        for (const auto& [from, to] :
             {std::pair{layer.weights, layer.biases},
              std::pair{layer.biases, layer.biases + std::size_t(layer.outputs)}})
            CHECK(relative_error(std::span(rounded).subspan(from, to - from),
                                 std::span(exact).subspan(from, to - from)) < part);
}

}  // namespace

TEST_CASE("the exact gradient agrees with central differences") {
    for (const Activation activation : kActivations) {
        CAPTURE(name_of(activation));
        const NetworkSpec network = network_of({5, 6}, activation, OutputMap::sigmoid);
        const auto dataset = noise_picture(4, 3, 3);
        const auto parameters = random_parameters(network, 3);
        const auto gradient = exact_gradient(network, parameters, Loss::bce, *dataset);
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            std::vector<double> ahead(parameters.begin(), parameters.end()), behind = ahead;
            ahead[i] += 1e-5;
            behind[i] -= 1e-5;
            const double slope = (picture_loss(network, ahead, Loss::bce, *dataset) -
                                  picture_loss(network, behind, Loss::bce, *dataset)) /
                                 2e-5;
            CHECK(gradient[i] == doctest::Approx(slope).epsilon(1e-5).scale(1e-3));
        }
    }
}

TEST_CASE("gradients of the standard network are as exact as stated") {
    NetworkSpec network = network_of({128, 128, 128, 128}, Activation::sine);
    network.first_omega = 60;
    network.hidden_omega = 30;
    for (const Kernels& kernels : all_kernels()) {
        CAPTURE(name_of_set(kernels.set));
        CAPTURE(int(kernels.precision));
        const double whole = stated_error(kernels.precision);
        for (const int channels : {1, 3})
            check_gradient(kernels, network, Loss::mse, initial_parameters(network, channels, 3),
                           drawn_picture(47, 31, channels), whole, 5 * whole);
    }
}

TEST_CASE("gradients of any activation, loss, width, depth and channel count") {
    for (const Kernels& kernels : all_kernels())
        for (const Activation activation : kActivations)
            for (const Loss loss : {Loss::mse, Loss::l1, Loss::bce}) {
                // A value near 0 rounds to the other side of ReLU's edge and of L1's.
                if (kernels.precision != Precision::fp32 &&
                    (activation == Activation::relu || loss == Loss::l1))
                    continue;
                CAPTURE(name_of_set(kernels.set));
                CAPTURE(int(kernels.precision));
                CAPTURE(name_of(activation));
                CAPTURE(name_of(loss));
                // Few pixels and features: their errors do not average out.
                const double part = 50 * stated_error(kernels.precision);
                const auto check = [&](const NetworkSpec& network,
                                       const std::shared_ptr<Dataset>& dataset) {
                    check_gradient(kernels, network, loss,
                                   random_parameters(network, dataset->target.channels), dataset,
                                   part, part);
                };
                check(network_of({7}, activation), noise_picture(5, 3, 1));
                check(network_of({1, 33}, activation, OutputMap::sigmoid), noise_picture(14, 7, 3));
                check(network_of({16, 7, 70, 3}, activation), noise_picture(23, 13, 4));
                check(network_of({130, 33, 65}, activation), noise_picture(16, 15, 1));
            }
}
