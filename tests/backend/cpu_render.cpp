#include "engine/image/resample.h"
#include "tests/support/cpu_backends.h"

using namespace redraw_test;

namespace {

std::unique_ptr<Backend> drawing_backend(InstructionSet set, const NetworkSpec& network,
                                         int channels, int threads = 2) {
    auto backend = backend_of(set, network, {}, channels, nullptr, threads);
    backend->load(fresh_state(random_parameters(network, channels), Optimizer::adam));
    return backend;
}

Image rendered(Backend& backend, const Grid& grid, const PixelRect& part,
               std::span<const float> parameters = {}) {
    return backend.render(grid, part, parameters)->on_host();
}

}  // namespace

TEST_CASE("a pixel's bits depend neither on the part drawn nor on the threads") {
    const Grid grid = picture_grid(83, 59);
    for (const InstructionSet set : instruction_sets()) {
        CAPTURE(name_of_set(set));
        const NetworkSpec network = network_of({40, 25}, Activation::sine);
        const auto backend = drawing_backend(set, network, 3);
        const Image all = rendered(*backend, grid, whole(grid));
        CHECK(rendered(*drawing_backend(set, network, 3, 1), grid, whole(grid)) == all);
        CHECK(rendered(*drawing_backend(set, network, 3, 7), grid, whole(grid)) == all);
        for (const PixelRect part : {PixelRect{0, 0, 1, 1},
                                     {82, 58, 1, 1},
                                     {13, 7, 31, 29},
                                     {5, 58, 70, 1},
                                     {40, 0, 1, 59}})
            CHECK(rendered(*backend, grid, part) == crop(all, part));
    }
}

TEST_CASE("nothing of a drawing full of NaN survives in the workspace") {
    const auto dataset = noise_picture(25, 13, 3);
    const Grid small = picture_grid(5, 1);
    for (const InstructionSet set : instruction_sets())
        for (const Activation activation : kActivations) {
            INFO(name_of_set(set) << ' ' << name_of(activation));
            const NetworkSpec network = network_of({5, 18}, activation, OutputMap::sigmoid);
            const auto train = [&](bool poison) {
                const auto backend = backend_of(set, network, {}, 3, dataset, 1);
                backend->load(fresh_state(random_parameters(network, 3), Optimizer::adam));
                const std::vector<float> nan(parameter_count(network, 3),
                                             std::numeric_limits<float>::quiet_NaN());
                for (int step = 0; step < 3; ++step) {
                    if (poison) {
                        const Image drawing =
                            rendered(*backend, picture_grid(30, 30), {0, 0, 30, 30}, nan);
                        CHECK(std::isnan(drawing.values.front()));
                        rendered(*backend, small, whole(small));
                    }
                    const float rate[] = {1e-3f};
                    StepResult result[1];
                    backend->train(rate, result);
                }
                return backend->save();
            };
            const State state = train(true);
            for (const float parameter : state.parameters) REQUIRE(std::isfinite(parameter));
            CHECK(state == train(false));
        }
}
