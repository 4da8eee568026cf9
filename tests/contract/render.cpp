// Drawing through the contract, on every backend.
#include "tests/support/tested_backends.h"

using namespace redraw_test;

namespace {

std::unique_ptr<Backend> drawing_backend(const TestedBackend& tested, const NetworkSpec& network,
                                         int channels) {
    auto backend = make(tested, network, {}, channels, nullptr);
    backend->load(fresh_state(random_parameters(network, channels), Optimizer::adam));
    return backend;
}

}  // namespace

TEST_CASE("a drawing is the network's definition at every pixel centre") {
    const Grid grid{-0.9, -0.31, 1.4, 0.77, 9, 5};
    for (const TestedBackend& tested : tested_backends())
        for (const Activation activation : kActivations)
            for (const OutputMap output : {OutputMap::linear, OutputMap::sigmoid})
                for (const int channels : {1, 3, 4}) {
                    CAPTURE(tested.name);
                    CAPTURE(name_of(activation));
                    CAPTURE(channels);
                    const NetworkSpec network = network_of({23, 1, 40}, activation, output);
                    const auto parameters = random_parameters(network, channels);
                    const std::vector<double> exact(parameters.begin(), parameters.end());
                    const auto backend = drawing_backend(tested, network, channels);
                    const Image image = backend->render(grid, whole(grid), {})->on_host();
                    REQUIRE(image.width == 9);
                    REQUIRE(image.height == 5);
                    REQUIRE(image.channels == channels);
                    const double tolerance = tolerance_of(*backend).value;
                    for (int row = 0; row < grid.height; ++row)
                        for (int column = 0; column < grid.width; ++column) {
                            const auto y =
                                evaluate(network, exact, channels, grid.x(column), grid.y(row));
                            for (int c = 0; c < channels; ++c)
                                CHECK(image.row(row)[column * channels + c] ==
                                      doctest::Approx(drawn(output, y[c])).epsilon(tolerance));
                        }
                }
}

TEST_CASE("a pixel's bits do not depend on the part drawn, nor on the dataset behind it") {
    const Grid grid = picture_grid(43, 29);
    for (const TestedBackend& tested : tested_backends()) {
        CAPTURE(tested.name);
        const NetworkSpec network = network_of(
            {tested.options.precision == Precision::bf16 ? 130 : 20, 13}, Activation::sine);
        const auto backend = drawing_backend(tested, network, 3);
        const Image all = backend->render(grid, whole(grid), {})->on_host();
        for (const PixelRect part :
             {PixelRect{0, 0, 1, 1}, PixelRect{42, 28, 1, 1}, PixelRect{13, 7, 21, 19},
              PixelRect{5, 28, 30, 1}, PixelRect{40, 0, 1, 29}, PixelRect{3, 3, 0, 4}}) {
            const Image tile = backend->render(grid, part, {})->on_host();
            REQUIRE(tile.width == part.width);
            REQUIRE(tile.height == part.height);
            bool same = true;
            for (int y = 0; y < part.height; ++y)
                for (int i = 0; i < part.width * 3; ++i)
                    same = same && tile.row(y)[i] == all.row(part.y + y)[part.x * 3 + i];
            CHECK(same);
        }
        const auto training = make(tested, network, {}, 3, noise_picture(8, 9, 3));
        training->load(fresh_state(random_parameters(network, 3), Optimizer::adam));
        CHECK(training->render(grid, whole(grid), {})->on_host() == all);
    }
}

TEST_CASE("a drawing of more pixels than are worked on at once") {
    const Grid grid = picture_grid(113, 79);
    const NetworkSpec network = network_of({2, 3}, Activation::tanh);
    const auto parameters = random_parameters(network, 1);
    const std::vector<double> exact(parameters.begin(), parameters.end());
    for (const TestedBackend& tested : tested_backends()) {
        CAPTURE(tested.name);
        const auto backend = drawing_backend(tested, network, 1);
        const Image image = backend->render(grid, whole(grid), {})->on_host();
        double largest = 0;
        for (int row = 0; row < grid.height; ++row)
            for (int column = 0; column < grid.width; ++column) {
                const double value = drawn(
                    OutputMap::linear, evaluate(network, exact, 1, grid.x(column), grid.y(row))[0]);
                largest = std::fmax(largest, std::fabs(image.row(row)[column] - value));
            }
        CHECK(largest < tolerance_of(*backend).value);
    }
}

TEST_CASE("given parameters are drawn as if they were loaded, and change nothing") {
    const Grid grid = picture_grid(8, 11);
    const auto dataset = noise_picture(5, 6, 1);
    for (const TestedBackend& tested : tested_backends())
        for (const int width : {17, 130}) {
            CAPTURE(tested.name);
            CAPTURE(width);
            const NetworkSpec network = network_of({width, 20, 6}, Activation::gelu);
            const auto others = initial_parameters(network, 1, 99);
            const auto trained = [&](bool drawing_between) {
                const auto backend = make(tested, network, {}, 1, dataset);
                backend->load(fresh_state(random_parameters(network, 1), Optimizer::adam));
                const std::vector<float> nan(others.size(),
                                             std::numeric_limits<float>::quiet_NaN());
                for (int step = 0; step < 3; ++step) {
                    const float rate[] = {1e-3f};
                    StepResult result[1];
                    backend->train(rate, result);
                    if (!drawing_between) continue;
                    const Image own = backend->render(grid, whole(grid), {})->on_host();
                    const Image other = backend->render(grid, whole(grid), others)->on_host();
                    CHECK(other != own);
                    CHECK(std::isnan(
                        backend->render(grid, whole(grid), nan)->on_host().values.front()));
                    CHECK(backend->render(grid, whole(grid), {})->on_host() == own);
                    const auto loaded = make(tested, network, {}, 1, nullptr);
                    loaded->load(fresh_state(others, Optimizer::adam));
                    CHECK(loaded->render(grid, whole(grid), {})->on_host() == other);
                }
                return backend->save();
            };
            CHECK(trained(true) == trained(false));
        }
}
