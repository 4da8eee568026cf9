// Compares a backend's gradient with that in doubles: a step of gradient descent at rate 1 without
// momentum leaves the gradient as the first moment.
#pragma once

#include "tests/support/tested_backends.h"

namespace redraw_test {

inline void check_gradient(const TestedBackend& tested, const NetworkSpec& network, Loss loss,
                           const std::shared_ptr<Dataset>& dataset, std::int64_t step = 0) {
    const int channels = dataset->target.channels;
    const auto before = random_parameters(network, channels);
    const auto backend = make(tested, network, plain_descent(loss), channels, dataset);
    backend->load(fresh_state(before, Optimizer::sgd, step));
    const float rate[] = {1.0f};
    StepResult result[1];
    backend->train(rate, result);
    const State after = backend->save();
    CHECK(after.step == step + 1);
    CHECK(after.optimizer_step == 1);

    const ExactStep exact = exact_step_of(network, before, loss, *dataset, step);
    const Tolerance tolerance = tolerance_of(*backend);
    CHECK(result[0].loss == doctest::Approx(exact.loss).epsilon(tolerance.value));
    CHECK(result[0].squared_error == doctest::Approx(exact.squared_error).epsilon(tolerance.value));
    CHECK(relative_error(after.first_moment, exact.gradient) < tolerance.gradient);
    bool descends = true;
    for (std::size_t i = 0; i < before.size(); ++i)
        descends = descends && after.parameters[i] == before[i] - after.first_moment[i];
    CHECK(descends);
}

}  // namespace redraw_test
