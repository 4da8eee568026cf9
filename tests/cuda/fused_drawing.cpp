// Drawings of the fused path: right, cut anywhere, and what the training's own forward pass drew.
#include "tests/support/fused_run.h"

using namespace redraw_test;

namespace {

std::vector<float> drawing(const NetworkSpec& network, Precision precision, int channels,
                           const Grid& grid, const PixelRect& part,
                           const std::vector<float>& parameters) {
    FusedRun run(network, {}, precision, noise_picture(4, 4, channels), parameters);
    return run.draw(grid, part, parameters);
}

}  // namespace

TEST_CASE("drawings agree with doubles") {
    const EmulatedDevice device(2);
    for (const auto& [precision, tolerance] :
         {std::pair{Precision::bf16x3, 2e-4}, {Precision::bf16, 3e-2}})
        for (const Activation activation : kActivations)
            for (const OutputMap output : {OutputMap::linear, OutputMap::sigmoid})
                for (const std::vector<int>& layers :
                     {std::vector<int>{7}, {33, 100}, {128, 16, 64}}) {
                    CAPTURE(name_of(activation));
                    CAPTURE(layers.size());
                    const NetworkSpec network = network_of(layers, activation, output);
                    const int channels = layers.size() == 2 ? 4 : 3;
                    const auto parameters = random_parameters(network, channels);
                    const Grid grid = picture_grid(19, 5);
                    const auto values =
                        drawing(network, precision, channels, grid, whole(grid), parameters);
                    const std::vector<double> exact(parameters.begin(), parameters.end());
                    double worst = 0;
                    for (int i = 0; i < 19 * 5; ++i) {
                        const auto y =
                            evaluate(network, exact, channels, grid.x(i % 19), grid.y(i / 19));
                        for (int c = 0; c < channels; ++c) {
                            const double wanted = drawn(output, y[c]);
                            worst = std::fmax(worst, std::fabs(values[i * channels + c] - wanted) /
                                                         (1 + std::fabs(wanted)));
                        }
                    }
                    CHECK(worst < tolerance);
                }
}

TEST_CASE("a part of a drawing has the bits of the whole, on any device") {
    const NetworkSpec network = network_of({40, 33, 20}, Activation::sine);
    const auto parameters = random_parameters(network, 3);
    const Grid grid = picture_grid(37, 23);
    for (const Precision precision : {Precision::bf16x3, Precision::bf16}) {
        std::vector<float> all;
        {
            const EmulatedDevice device(1);
            all = drawing(network, precision, 3, grid, whole(grid), parameters);
        }
        const EmulatedDevice device(7, emulation::Order::shuffled);
        for (const PixelRect& part :
             {whole(grid), PixelRect{0, 0, 1, 1}, {5, 3, 20, 17}, {36, 0, 1, 23}, {0, 22, 37, 1}}) {
            const auto values = drawing(network, precision, 3, grid, part, parameters);
            bool same = true;
            for (int y = 0; y < part.height; ++y)
                for (int x = 0; x < part.width * 3; ++x)
                    same = same && values[y * part.width * 3 + x] ==
                                       all[(part.y + y) * grid.width * 3 + part.x * 3 + x];
            CHECK(same);
        }
    }
}

TEST_CASE("the training's forward pass draws the same bits") {
    const EmulatedDevice device(3);
    for (const Precision precision : {Precision::bf16x3, Precision::bf16})
        for (const Activation activation : kActivations) {
            CAPTURE(name_of(activation));
            const NetworkSpec network = network_of({40, 33}, activation);
            const auto parameters = random_parameters(network, 3);
            const auto dataset = noise_picture(29, 13, 3);
            FusedRun run(network, {}, precision, dataset, parameters);
            run.train(0, {1e-2f});
            const auto drawn_values = run.draw(dataset->grid, whole(dataset->grid), parameters);
            CHECK(drawn_values == run.forward_values());
            // Drawing other parameters leaves those that are trained alone.
            const auto results = run.train(1, {1e-2f});
            FusedRun undisturbed(network, {}, precision, dataset, parameters);
            CHECK(undisturbed.train(0, {1e-2f, 1e-2f})[1].loss == results[0].loss);
        }
}
