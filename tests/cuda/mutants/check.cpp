// A small check that fails for every mutant: two tiles a block, partial bands, and padding.
#include "tests/support/exact_gradient.h"
#include "tests/support/fused_run.h"

using namespace redraw_test;

TEST_CASE("the fused kernels' gradient") {
    for (const Encoding encoding : {Encoding::none, Encoding::fourier, Encoding::grid}) {
        const NetworkSpec network = encoded(network_of({20, 33, 9}, Activation::tanh), encoding);
        const auto dataset = noise_picture(29, 10, 3);
        const auto before = random_parameters(network, 3);
        const ExactStep exact = exact_step(network, {before.begin(), before.end()}, Loss::mse,
                                           *dataset, pixels_of_step(*dataset, 0));
        const std::size_t tables = grid_parameters(network);
        for (const emulation::Order order :
             {emulation::Order::forward, emulation::Order::reverse, emulation::Order::shuffled}) {
            const EmulatedDevice device(1, order);
            FusedRun run(network, plain_descent(Loss::mse), Precision::bf16x3, dataset, before);
            const StepResult result = run.train(0, {1.0f})[0];
            const std::vector<float> gradient = run.first_moment();
            CHECK(result.loss == doctest::Approx(exact.loss).epsilon(1e-5));
            CHECK(relative_error(gradient, exact.gradient, 0, tables) < 5e-3);
            CHECK(relative_error(gradient, exact.gradient, tables, gradient.size()) < 3e-3);
        }
    }
}
