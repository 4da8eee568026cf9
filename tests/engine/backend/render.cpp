// Tests drawing on every backend.
#include "engine/image/resample.h"
#include "tests/support/tested_backends.h"

using namespace redraw_test;

TEST_CASE("a drawing is the network's definition at every pixel centre") {
    const Grid grid{-0.9, -0.31, 1.4, 0.77, 9, 5};
    for (const TestedBackend& tested : tested_backends())
        for (const Activation activation : kActivations)
            for (const OutputMap output : {OutputMap::linear, OutputMap::sigmoid})
                for (const int channels : {1, 3, 4}) {
                    INFO(tested.name << ' ' << name_of(activation) << ' ' << channels);
                    const NetworkSpec network = network_of({23, 1, 40}, activation, output);
                    const State start = random_state(network, channels);
                    const auto backend = loaded(tested, network, {}, channels, nullptr, start);
                    const Image image = backend->render(grid, whole(grid), {})->on_host();
                    REQUIRE(image.channels == channels);
                    check_drawn(image, network, start.parameters, grid,
                                tolerance_of(*backend).value);
                }
}

TEST_CASE("a pixel's bits do not depend on the part, the threads, nor the dataset behind it") {
    const Grid grid = picture_grid(83, 59);
    for (TestedBackend tested : tested_backends()) {
        CAPTURE(tested.name);
        const NetworkSpec network = network_of(
            {tested.options.precision == Precision::bf16 ? 130 : 40, 25}, Activation::sine);
        const State start = random_state(network, 3);
        const auto drawing = [&](std::shared_ptr<const Dataset> dataset, const PixelRect& part) {
            return loaded(tested, network, {}, 3, std::move(dataset), start)
                ->render(grid, part, {})
                ->on_host();
        };
        const Image all = drawing(nullptr, whole(grid));
        for (const PixelRect part :
             {PixelRect{0, 0, 1, 1}, PixelRect{82, 58, 1, 1}, PixelRect{13, 7, 31, 29},
              PixelRect{5, 58, 70, 1}, PixelRect{40, 0, 1, 59}, PixelRect{3, 3, 0, 4}})
            CHECK(drawing(nullptr, part) == crop(all, part));
        CHECK(drawing(noise_picture(8, 9, 3), whole(grid)) == all);
        for (const int threads : {1, 7}) {
            tested.options.threads = threads;
            CHECK(drawing(nullptr, whole(grid)) == all);
        }
    }
}

TEST_CASE("a drawing of more pixels than are worked on at once") {
    const Grid grid = picture_grid(113, 79);
    const NetworkSpec network = network_of({2, 3}, Activation::tanh);
    const State start = random_state(network, 1);
    for (const TestedBackend& tested : tested_backends()) {
        CAPTURE(tested.name);
        const auto backend = loaded(tested, network, {}, 1, nullptr, start);
        check_drawn(backend->render(grid, whole(grid), {})->on_host(), network, start.parameters,
                    grid, tolerance_of(*backend).value);
    }
}

TEST_CASE("given parameters are drawn as if they were loaded, and change nothing") {
    const Grid grid = picture_grid(8, 11);
    const auto dataset = noise_picture(5, 6, 1);
    for (const TestedBackend& tested : tested_backends())
        for (const int width : {17, 130}) {
            INFO(tested.name << ' ' << width);
            const NetworkSpec network = network_of({width, 20, 6}, Activation::gelu);
            const auto others = initial_parameters(network, 1, 99);
            const std::vector<float> nan(others.size(), std::numeric_limits<float>::quiet_NaN());
            const auto drawn = [&](Backend& backend, std::span<const float> parameters) {
                return backend.render(grid, whole(grid), parameters)->on_host();
            };
            const auto trained = [&](bool drawing_between) {
                const auto backend =
                    loaded(tested, network, {}, 1, dataset, random_state(network, 1));
                for (int step = 0; step < 3; ++step) {
                    train_at(*backend, {1e-3f});
                    if (!drawing_between) continue;
                    const Image own = drawn(*backend, {}), other = drawn(*backend, others);
                    CHECK(other != own);
                    CHECK(std::isnan(drawn(*backend, nan).values.front()));
                    CHECK(drawn(*backend, {}) == own);
                    const auto alone = loaded(tested, network, {}, 1, nullptr,
                                              fresh_state(others, Optimizer::adam));
                    CHECK(drawn(*alone, {}) == other);
                }
                return backend->save();
            };
            CHECK(trained(true) == trained(false));
        }
}
