#include "engine/network/evaluate.h"

#include "tests/support/cpu_backends.h"

using namespace redraw_test;

TEST_CASE("what is evaluated at single points is what a backend draws there") {
    const Grid grid = picture_grid(13, 9);
    std::vector<float> points;
    for (int row = 0; row < grid.height; ++row)
        for (int column = 0; column < grid.width; ++column) {
            points.push_back(float(grid.x(column)));
            points.push_back(float(grid.y(row)));
        }
    for (const Encoding encoding : {Encoding::none, Encoding::fourier, Encoding::grid})
        for (const Activation activation : kActivations)
            for (const OutputMap output : {OutputMap::linear, OutputMap::sigmoid}) {
                CAPTURE(name_of(encoding));
                CAPTURE(name_of(activation));
                NetworkSpec network = network_of({20, 33}, activation, output);
                network.encoding = encoding;
                network.fourier.sigma = 2;
                network.grid.finest = 40;
                network.grid.table_bits = 8;  // some levels are hashed
                const int channels = 3;
                const auto parameters = random_parameters(network, channels);
                const auto backend =
                    backend_of(InstructionSet::scalar, network, {}, channels, nullptr, 1);
                backend->load(fresh_state(parameters, Optimizer::adam));
                const Image drawn = backend->render(grid, whole(grid))->on_host();
                const std::vector<float> values = evaluate(network, channels, parameters, points);
                REQUIRE(values.size() == drawn.values.size());
                for (std::size_t i = 0; i < values.size(); ++i)
                    CHECK(values[i] == doctest::Approx(drawn.values[i]).epsilon(1e-4));
            }
}
