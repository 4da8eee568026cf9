#include "engine/network/evaluate.h"

#include "engine/network/random.h"
#include "tests/support/cpu_backends.h"

#include <algorithm>
#include <limits>

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
                INFO(name_of(encoding) << ' ' << name_of(activation));
                NetworkSpec network = network_of({20, 33}, activation, output);
                network.encoding = encoding;
                network.fourier.sigma = 2;
                network.grid.finest = 40;
                network.grid.table_bits = 8;  // so small that some grid levels are hashed
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

TEST_CASE("the parameters that are read at single points are told, and no others are read") {
    std::vector<float> points;
    for (std::uint64_t i = 0; i < 40; ++i) points.push_back(2 * random_unit(3, 1, i) - 1);
    for (const Encoding encoding : {Encoding::none, Encoding::fourier, Encoding::grid}) {
        CAPTURE(name_of(encoding));
        NetworkSpec network = network_of({20, 33}, Activation::relu, OutputMap::linear);
        network.encoding = encoding;
        network.fourier.sigma = 2;
        network.grid.finest = 200;
        network.grid.table_bits = 12;
        const auto parameters = random_parameters(network, 3);
        const auto places = parameters_read_at(network, 3, points);
        CHECK(std::ranges::is_sorted(places));
        CHECK((places.size() < parameters.size() / 4) == (encoding == Encoding::grid));
        std::vector<float> others_lost(parameters.size(), std::numeric_limits<float>::quiet_NaN());
        for (const std::size_t place : places) others_lost[place] = parameters[place];
        CHECK(evaluate(network, 3, others_lost, points) ==
              evaluate(network, 3, parameters, points));
    }
}
