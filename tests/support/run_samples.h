// Makes small runs for tests of the run file. The picture is always the same; parameters, metrics
// and state follow from the step number.
#pragma once

#include "engine/run/run_file.h"
#include "tests/support/reading.h"

#include <cmath>
#include <limits>
#include <vector>

namespace run_samples {

using namespace redraw;
using redraw_test::reading;
using redraw_test::RunInFolder;

inline Config small_config() {
    Config config;
    config.network.layers = {6, 5};
    config.network.first_omega = 30;
    config.seed = 18446744073709551615u;
    return config;
}

inline Image small_target(int channels = 1) {
    Image image = make_image(9, 7, channels);
    for (std::size_t i = 0; i < image.values.size(); ++i)
        image.values[i] = float((i * 7919) % 65536) / 65535.0f;
    return image;
}

inline std::vector<float> parameters_of(std::int64_t step, std::size_t count) {
    std::vector<float> parameters(count);
    for (std::size_t i = 0; i < count; ++i) parameters[i] = std::sin(float(step) * 0.1f + float(i));
    return parameters;
}

inline std::size_t small_count() {
    return parameter_count(small_config().network, 1);
}

inline State state_of(std::int64_t step) {
    State state = fresh_state(parameters_of(step, small_count()), Optimizer::adam, step);
    state.optimizer_step = step;
    state.first_moment = parameters_of(step + 1, small_count());
    state.second_moment = parameters_of(step + 2, small_count());
    return state;
}

inline Metric metric_of(std::int64_t step) {
    return {step, 1.0f / float(step), 10 + std::log(float(step)), 0.002f, double(step) * 0.125};
}

inline RunFile small_run(const std::filesystem::path& path) {
    return RunFile::create(path, small_config(), small_target(), "lion.png");
}

// Adds to a run what training adds between two commits.
inline void train_to(RunFile& run, std::int64_t from, std::int64_t to) {
    for (std::int64_t step = from + 1; step <= to; ++step) {
        run.add_metric(metric_of(step));
        run.add_keyframe({step, metric_of(step).batch_psnr}, parameters_of(step, small_count()));
    }
    run.add_measured({to, 20 + float(to), double(to) * 0.125, true});
    run.set_state(state_of(to), double(to) * 0.125);
}

inline RunFile committed_run(const std::filesystem::path& path, std::int64_t steps) {
    RunFile run = small_run(path);
    train_to(run, 0, steps);
    run.commit();
    return run;
}

// Makes a run with all parts but a mosaic, commits and closes it.
inline void whole_run(const std::filesystem::path& path) {
    RunFile run = small_run(path);
    run.set_source(RunFile::encoded_source(small_target(3), 16));
    run.add_event({0, EventKind::started});
    train_to(run, 0, 12);
    run.commit();
}

}  // namespace run_samples
