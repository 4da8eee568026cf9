// The smallest check that fails for every mutant: gradients of two steps, layers wider than a tile.
#include "tests/support/tested_backends.h"

using namespace redraw_test;

TEST_CASE("the kernels' gradients") {
    REQUIRE(opengl_is_there());
    for (const Encoding encoding : {Encoding::none, Encoding::grid}) {
        const NetworkSpec network = encoded(network_of({70, 33}, Activation::sine), encoding);
        const auto dataset = noise_picture(29, 10, 3);
        State state = random_state(network, 3, Optimizer::sgd);
        const auto backend = loaded(kGl, network, plain_descent(Loss::mse), 3, dataset, state);
        for (int step = 0; step < 2; ++step) {
            const ExactStep exact =
                exact_step_of(network, state.parameters, Loss::mse, *dataset, step);
            const StepResult result = train_at(*backend, {1e-4f})[0];
            state = backend->save();
            CHECK(result.loss == doctest::Approx(exact.loss).epsilon(1e-5));
            CHECK(relative_error(state.first_moment, exact.gradient) < 1e-5);
        }
    }
}
