#include "engine/network/numerics.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace redraw;
using namespace redraw::numerics;

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
