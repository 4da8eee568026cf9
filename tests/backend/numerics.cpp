#include "engine/network/numerics.h"

#include "tests/support/cpu_backends.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace redraw;
using namespace redraw::numerics;
using redraw_test::kActivations;

namespace {

double value_of(Activation activation, double pre, double omega) {
    double value = 0, derivative = 0;
    activate(activation, pre, omega, value, derivative);
    return value;
}

double derivative_of(Activation activation, double pre, double omega) {
    double value = 0, derivative = 0;
    activate(activation, pre, omega, value, derivative);
    return derivative;
}

}  // namespace

TEST_CASE("derivatives of activations are those of their values") {
    constexpr double kStep = 1e-6;
    for (const Activation activation : kActivations)
        for (double pre = -6.05; pre < 6; pre += 0.1) {
            const double slope =
                (value_of(activation, pre + kStep, 3.0) - value_of(activation, pre - kStep, 3.0)) /
                (2 * kStep);
            CHECK(derivative_of(activation, pre, 3.0) ==
                  doctest::Approx(slope).epsilon(1e-7).scale(1));
        }
}

TEST_CASE("known values") {
    CHECK(value_of(Activation::sine, 0.1, 30.0) == doctest::Approx(std::sin(3.0)));
    CHECK(value_of(Activation::tanh, 0.7, 30.0) == doctest::Approx(0.6043677771171636));
    CHECK(value_of(Activation::sigmoid, 0.0, 30.0) == 0.5);
    CHECK(value_of(Activation::relu, -2.0, 30.0) == 0.0);
    CHECK(value_of(Activation::relu, 2.0, 30.0) == 2.0);
    CHECK(value_of(Activation::gelu, 1.0, 30.0) == doctest::Approx(0.8411919906082768));
    CHECK(value_of(Activation::gelu, -1.0, 30.0) == doctest::Approx(-0.15880800939172324));
    CHECK(output_value(OutputMap::linear, 0.0) == 0.5);
    CHECK(output_value(OutputMap::linear, 1.0) == 1.0);
    CHECK(output_value(OutputMap::sigmoid, 0.0) == 0.5);
}

TEST_CASE("NaN comes out of every activation") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const Activation activation : kActivations)
        CHECK(std::isnan(value_of(activation, nan, 1.0)));
}

TEST_CASE("gradients of losses are those of their values") {
    constexpr double kStep = 1e-6;
    for (const OutputMap map : {OutputMap::linear, OutputMap::sigmoid})
        for (const Loss loss : {Loss::mse, Loss::l1, Loss::bce})
            for (const double target : {0.0, 0.3, 1.0})
                for (double y = -4.01; y < 4; y += 0.13) {
                    const double slope = (output_loss(map, loss, y + kStep, target).loss -
                                          output_loss(map, loss, y - kStep, target).loss) /
                                         (2 * kStep);
                    CHECK(output_loss(map, loss, y, target).gradient ==
                          doctest::Approx(slope).epsilon(1e-7).scale(1));
                }
}

TEST_CASE("cross entropy is exact near and finite far from 0") {
    for (const float y : {-1000.0f, -90.0f, -1.0f, 0.0f, 1.0f, 90.0f, 1000.0f})
        for (const float target : {0.0f, 0.5f, 1.0f}) {
            const auto result = output_loss(OutputMap::sigmoid, Loss::bce, y, target);
            CHECK(std::isfinite(result.loss));
            CHECK(std::isfinite(result.gradient));
            CHECK(result.loss >= 0);
        }
    CHECK(output_loss(OutputMap::sigmoid, Loss::bce, 0.0, 1.0).loss ==
          doctest::Approx(std::log(2.0)));
    CHECK(output_loss(OutputMap::sigmoid, Loss::bce, 1000.0f, 0.0f).loss == 1000.0f);
}

TEST_CASE("Adam follows its paper") {
    OptimizerSpec optimizer;
    optimizer.beta1 = 0.9;
    optimizer.beta2 = 0.99;
    optimizer.epsilon = 1e-8;
    float weight = 1, first = 0, second = 0;
    double exact = 1, m = 0, v = 0;
    for (int t = 1; t <= 20; ++t) {
        const double gradient = std::sin(double(t));
        adam_update(adam_step(optimizer, 0.01, t), float(gradient), weight, first, second);
        m = 0.9 * m + 0.1 * gradient;
        v = 0.99 * v + 0.01 * gradient * gradient;
        exact -=
            0.01 * (m / (1 - std::pow(0.9, t))) / (std::sqrt(v / (1 - std::pow(0.99, t))) + 1e-8);
        CHECK(weight == doctest::Approx(exact).epsilon(1e-5));
    }
}

TEST_CASE("gradient descent with momentum") {
    float weight = 1, velocity = 0;
    sgd_update(0.5f, 0.1f, 2.0f, weight, velocity);
    CHECK(velocity == 2.0f);
    CHECK(weight == doctest::Approx(0.8));
    sgd_update(0.5f, 0.1f, 2.0f, weight, velocity);
    CHECK(velocity == 3.0f);
    CHECK(weight == doctest::Approx(0.5));
}
