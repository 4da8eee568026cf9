// Tests the gradients of every backend. Plain descent at rate 1 leaves the gradient as its
// velocity, Adam without memory as its first moment. Both are compared with backpropagation in
// doubles, which is checked by central differences.
#include "tests/support/checked_gradient.h"

using namespace redraw_test;

TEST_CASE("backpropagation in doubles agrees with central differences") {
    for (const Activation activation : kActivations)
        for (const OutputMap output : {OutputMap::linear, OutputMap::sigmoid})
            for (const Loss loss : {Loss::mse, Loss::l1, Loss::bce}) {
                INFO(name_of(activation) << ' ' << name_of(loss));
                NetworkSpec network = network_of({4, 5, 3}, activation, output);
                if (loss == Loss::l1) network = encoded(network, Encoding::grid);
                const auto dataset = noise_picture(3, 2, 3);
                const auto parameters = random_parameters(network, 3);
                const ExactStep step = exact_step_of(network, parameters, loss, *dataset, 0);
                const std::vector<double> exact(parameters.begin(), parameters.end());
                CHECK(step.loss ==
                      doctest::Approx(picture_loss(network, exact, loss, *dataset)).epsilon(1e-7));
                double difference = 0, size = 0;
                for (std::size_t i = 0; i < exact.size(); ++i) {
                    auto ahead = exact, behind = exact;
                    ahead[i] += 1e-6;
                    behind[i] -= 1e-6;
                    const double slope = (picture_loss(network, ahead, loss, *dataset) -
                                          picture_loss(network, behind, loss, *dataset)) /
                                         2e-6;
                    difference += std::pow(step.gradient[i] - slope, 2);
                    size += slope * slope;
                }
                CHECK(std::sqrt(difference / size) < 1e-6);
            }
}

TEST_CASE("gradients of every activation, output and loss") {
    for (const TestedBackend& tested : tested_backends())
        for (const Activation activation : kActivations)
            for (const OutputMap output : {OutputMap::linear, OutputMap::sigmoid})
                for (const Loss loss : {Loss::mse, Loss::l1, Loss::bce}) {
                    INFO(tested.name << ' ' << name_of(activation) << ' ' << name_of(output) << ' '
                                     << name_of(loss));
                    const int channels = output == OutputMap::linear ? 3
                                         : loss == Loss::bce         ? 4
                                                                     : 1;
                    check_gradient(tested, network_of({7, 18, 9}, activation, output), loss,
                                   noise_picture(5, 3, channels));
                }
}

TEST_CASE("gradients of odd shapes, and of more pixels than are worked on at once") {
    const struct {
        std::vector<int> layers;
        Activation activation;
        int width, height, channels;
    } shapes[] = {
        {{1}, Activation::tanh, 1, 1, 1},           {{35}, Activation::sine, 6, 5, 4},
        {{1, 33, 1}, Activation::sigmoid, 4, 7, 3}, {{16, 16, 7, 20, 3}, Activation::gelu, 7, 2, 1},
        {{130, 33, 65}, Activation::sine, 6, 5, 3}, {{3, 4}, Activation::sine, 97, 89, 1}};
    for (const TestedBackend& tested : tested_backends())
        for (const auto& shape : shapes) {
            INFO(tested.name << ' ' << shape.layers.size() << ' ' << shape.width);
            check_gradient(tested, network_of(shape.layers, shape.activation), Loss::mse,
                           noise_picture(shape.width, shape.height, shape.channels));
        }
}

TEST_CASE("gradients of minibatches are those of their pixels") {
    for (const TestedBackend& tested : tested_backends())
        for (const BatchMode mode : {BatchMode::random, BatchMode::rows})
            for (const std::int64_t step : {0, 1, 2, 71}) {
                INFO(tested.name << ' ' << name_of(mode) << ' ' << step);
                const auto dataset = noise_picture(9, 13, 3);
                dataset->batch = mode;
                dataset->batch_size = mode == BatchMode::rows ? 3 : 23;
                dataset->seed = 12;
                check_gradient(tested, network_of({10, 12}, Activation::tanh), Loss::mse, dataset,
                               step);
            }
}

TEST_CASE("Adam's first step without memory moves every parameter by its gradient's sign") {
    OptimizerSpec optimizer;
    optimizer.beta1 = 0;
    optimizer.epsilon = 1e-30;
    const NetworkSpec network = network_of({9, 9}, Activation::tanh);
    const auto dataset = noise_picture(9, 5, 1);
    const auto before = random_parameters(network, 1);
    const ExactStep exact = exact_step_of(network, before, Loss::mse, *dataset, 0);
    for (const TestedBackend& tested : tested_backends()) {
        CAPTURE(tested.name);
        const auto backend =
            loaded(tested, network, optimizer, 1, dataset, fresh_state(before, Optimizer::adam));
        constexpr float kRate = 1.0f / 64;
        train_at(*backend, {kRate});
        const State after = backend->save();
        CHECK(relative_error(after.first_moment, exact.gradient) < tolerance_of(*backend).gradient);
        for (std::size_t i = 0; i < before.size(); ++i) {
            const float gradient = after.first_moment[i];
            CHECK(after.second_moment[i] ==
                  doctest::Approx(0.01 * double(gradient) * gradient).epsilon(1e-4).scale(0));
            CHECK(after.parameters[i] ==
                  doctest::Approx(before[i] - std::copysign(kRate, gradient)).epsilon(1e-5));
        }
    }
}
