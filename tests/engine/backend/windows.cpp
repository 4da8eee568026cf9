// Tests window networks, which enlarge a picture by windows of its pixels, on the CPU and CUDA. The
// examples, gradients and drawings agree up to rounding; grouping the steps changes no bit.
#include "engine/data/doubling.h"
#include "engine/data/internal_examples.h"
#include "engine/network/presets.h"
#include "tests/support/dead_leaves.h"
#include "tests/support/tested_backends.h"

#include <algorithm>

using namespace redraw_test;

namespace {

Config config_of(Tones tones) {
    Config config = preset_config("enlarge");
    config.network.layers = {20, 33};
    config.network.window.tones = tones;
    config.network.window.made_by = {0.5, 0.3, 0.2};
    config.data.batch_size = 100;
    return config;
}

std::shared_ptr<const Dataset> dataset_of(const Config& config, int channels) {
    return std::make_shared<const Dataset>(
        make_dataset_of_target(dead_leaves(48, 40, channels, 2, 1), config));
}

std::vector<float> parameters_of(const Config& config) {
    std::vector<float> parameters = random_parameters(config.network, 3);
    if (trains_biases(config.network)) return parameters;
    for (const LayerShape& shape : layer_shapes(config.network, 3))
        std::fill_n(parameters.begin() + std::ptrdiff_t(shape.biases), shape.outputs, 0.0f);
    return parameters;
}

}  // namespace

TEST_CASE("every backend learns from the same examples as the reference") {
    for (const Tones tones : {Tones::relative, Tones::absolute}) {
        Config config = config_of(tones);
        config.optimizer.kind = Optimizer::sgd;
        const auto dataset = dataset_of(config, 3);
        const auto learned = [&](const TestedBackend& tested, std::vector<StepResult>& results) {
            const auto backend = make(tested, config.network, config.optimizer, 3, dataset);
            backend->load(fresh_state(parameters_of(config), Optimizer::sgd));
            results = train_at(*backend, {0.5f, 0.5f, 0.25f});
            return backend->save();
        };
        std::vector<StepResult> wanted, results;
        const State reference = learned(window_backends().front(), wanted);
        for (const TestedBackend& tested : window_backends()) {
            INFO(tested.name << ' ' << name_of(tones));
            const auto backend = make(tested, config.network, config.optimizer, 3, dataset);
            const Tolerance tolerance = tolerance_of(*backend);
            const State state = learned(tested, results);
            CHECK(state.step == 3);
            CHECK(relative_distance(state.first_moment, reference.first_moment) <
                  tolerance.trained_gradient);
            for (std::size_t i = 0; i < results.size(); ++i)
                CHECK(results[i].squared_error ==
                      doctest::Approx(wanted[i].squared_error).epsilon(0.02));
            if (tones == Tones::absolute) continue;
            for (const LayerShape& shape : layer_shapes(config.network, 3))
                for (int j = 0; j < shape.outputs; ++j)
                    CHECK(state.parameters[shape.biases + std::size_t(j)] == 0);
        }
    }
}

TEST_CASE("every backend draws windows as the reference does, by its own parameters or others") {
    const Image plane = dead_leaves(31, 22, 1, 3, 1);
    for (const Tones tones : {Tones::relative, Tones::absolute}) {
        const Config config = config_of(tones);
        const auto dataset = dataset_of(config, 1);
        const std::vector<float> parameters = parameters_of(config);
        const auto drawn = [&](const TestedBackend& tested, bool own) {
            const auto backend = make(tested, config.network, config.optimizer, 1, dataset);
            backend->load(fresh_state(own ? parameters : std::vector<float>(parameters.size()),
                                      Optimizer::adam));
            return backend->draw_windows(plane, own ? std::span<const float>() : parameters);
        };
        const Image reference = drawn(window_backends().front(), true);
        CHECK(reference.width == 2 * (31 - 6));
        CHECK(reference.height == 2 * (22 - 6));
        float low = 1, high = 0;
        for (const float value : reference.values)
            low = std::min(low, value), high = std::max(high, value);
        CHECK(high - low > 0.01f);  // the drawing is not flat
        for (const TestedBackend& tested : window_backends()) {
            CAPTURE(tested.name);
            const auto backend = make(tested, config.network, config.optimizer, 1, dataset);
            const Image other = drawn(tested, true);
            CHECK(other == drawn(tested, false));
            CHECK(relative_distance(other.values, reference.values) < tolerance_of(*backend).value);
            // Drawing a part of the plane gives the same bits.
            const Image part =
                backend->draw_windows(mirrored_part(plane, {4, 5, 20, 12}), parameters);
            CHECK(part == mirrored_part(other, {8, 10, 2 * 14, 2 * 6}));
        }
    }
}

TEST_CASE("neither bursts, a stop nor the number of threads change a bit") {
    const Config config = config_of(Tones::relative);
    const auto dataset = dataset_of(config, 3);
    for (const TestedBackend& tested : window_backends()) {
        CAPTURE(tested.name);
        check_same_bits(tested, config.network, config.optimizer, 3, dataset,
                        fresh_state(parameters_of(config), Optimizer::adam));
    }
}
