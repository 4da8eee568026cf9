// The gradients of every activation, output, loss, depth, width and channel count on every
// instruction set, seen through the contract: plain gradient descent at rate 1 subtracts the
// gradient and keeps it as its velocity. Compared with central differences of an evaluator that is
// written from the definitions, in doubles.
#include "tests/support/cpu_backends.h"

using namespace redraw_test;

namespace {

OptimizerSpec plain_descent(Loss loss) {
    OptimizerSpec optimizer;
    optimizer.kind = Optimizer::sgd;
    optimizer.loss = loss;
    return optimizer;
}

double slope_along(const NetworkSpec& network, const std::vector<double>& parameters,
                   const std::vector<double>& direction, Loss loss, const Dataset& dataset) {
    constexpr double kStep = 1e-6;
    auto ahead = parameters, behind = parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        ahead[i] += kStep * direction[i];
        behind[i] -= kStep * direction[i];
    }
    return (picture_loss(network, ahead, loss, dataset) -
            picture_loss(network, behind, loss, dataset)) /
           (2 * kStep);
}

void check_gradient(InstructionSet set, const NetworkSpec& network, Loss loss,
                    const std::shared_ptr<Dataset>& dataset) {
    const int channels = dataset->target.channels;
    const auto before = random_parameters(network, channels);
    const auto backend = backend_of(set, network, plain_descent(loss), channels, dataset);
    backend->load(fresh_state(before, Optimizer::sgd));
    const float rate[] = {1.0f};
    StepResult result[1];
    backend->train(rate, result);
    const State after = backend->save();
    const std::vector<float>& gradient = after.first_moment;

    const std::vector<double> exact(before.begin(), before.end());
    CHECK(result[0].loss ==
          doctest::Approx(picture_loss(network, exact, loss, *dataset)).epsilon(1e-5));
    double largest = 0;
    bool descends = true;
    for (std::size_t i = 0; i < gradient.size(); ++i) {
        largest = std::fmax(largest, std::fabs(gradient[i]));
        descends = descends && after.parameters[i] == before[i] - gradient[i];
    }
    CHECK(descends);
    REQUIRE(std::isfinite(largest));

    // Some single parameters of every layer, the first and the last among them.
    const double tolerance = 3e-4 * largest + 1e-7;
    for (const LayerShape& layer : layer_shapes(network, channels)) {
        const std::size_t end = layer.biases + layer.outputs;
        for (const std::size_t i : {layer.weights, (layer.weights + layer.biases) / 2,
                                    layer.biases - 1, layer.biases, end - 1}) {
            std::vector<double> direction(exact.size());
            direction[i] = 1;
            const double slope = slope_along(network, exact, direction, loss, *dataset);
            CHECK(gradient[i] == doctest::Approx(slope).epsilon(1e-6).scale(tolerance / 1e-6));
        }
    }
    // And all of them at once, along a random direction.
    std::vector<double> direction(exact.size());
    double expected = 0, size = 0;
    for (std::size_t i = 0; i < direction.size(); ++i) {
        direction[i] = random_unit(11, 0, i) < 0.5f ? -1 : 1;
        expected += direction[i] * gradient[i];
        size += double(gradient[i]) * gradient[i];
    }
    const double slope = slope_along(network, exact, direction, loss, *dataset);
    CHECK(std::fabs(slope - expected) < 1e-3 * std::sqrt(size) + 1e-6);
}

}  // namespace

TEST_CASE("gradients agree with central differences") {
    for (const InstructionSet set : instruction_sets())
        for (const Activation activation : kActivations)
            for (const OutputMap output : {OutputMap::linear, OutputMap::sigmoid})
                for (const Loss loss : {Loss::mse, Loss::l1, Loss::bce}) {
                    CAPTURE(name_of_set(set));
                    CAPTURE(name_of(activation));
                    CAPTURE(name_of(output));
                    CAPTURE(name_of(loss));
                    check_gradient(set, network_of({7}, activation, output), loss,
                                   noise_picture(5, 3, 1));
                    check_gradient(set, network_of({1, 33}, activation, output), loss,
                                   noise_picture(4, 7, 3));
                    check_gradient(set, network_of({16, 7, 20, 3}, activation, output), loss,
                                   noise_picture(3, 3, 4));
                }
}

TEST_CASE("gradients agree on wide layers") {
    for (const InstructionSet set : instruction_sets())
        for (const Activation activation : kActivations) {
            CAPTURE(name_of_set(set));
            CAPTURE(name_of(activation));
            check_gradient(set, network_of({130, 33, 65}, activation), Loss::mse,
                           noise_picture(6, 5, 1));
        }
}

TEST_CASE("gradients agree over many tiles and chunks") {
    for (const InstructionSet set : instruction_sets()) {
        CAPTURE(name_of_set(set));
        check_gradient(set, network_of({20, 17}, Activation::sine), Loss::mse,
                       noise_picture(61, 47, 3));
    }
}

TEST_CASE("Adam's first step with no memory moves every parameter by its gradient's sign") {
    OptimizerSpec optimizer;
    optimizer.beta1 = 0;
    optimizer.epsilon = 1e-30;
    const NetworkSpec network = network_of({9, 9}, Activation::tanh);
    const auto dataset = noise_picture(9, 9, 1);
    for (const InstructionSet set : instruction_sets()) {
        const auto before = random_parameters(network, 1);
        const auto backend = backend_of(set, network, optimizer, 1, dataset);
        backend->load(fresh_state(before, Optimizer::adam));
        const float rate[] = {1.0f / 64};
        StepResult result[1];
        backend->train(rate, result);
        const State after = backend->save();
        CHECK(after.step == 1);
        CHECK(after.optimizer_step == 1);
        for (std::size_t i = 0; i < before.size(); ++i) {
            const float gradient = after.first_moment[i];
            CHECK(after.second_moment[i] ==
                  doctest::Approx(0.01 * double(gradient) * gradient).epsilon(1e-4).scale(0));
            CHECK(after.parameters[i] ==
                  doctest::Approx(before[i] - std::copysign(rate[0], gradient)).epsilon(1e-5));
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
