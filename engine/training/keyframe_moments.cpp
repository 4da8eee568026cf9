#include "engine/training/keyframe_moments.h"

#include "engine/network/numerics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace redraw {
namespace {

// Steps whose gradients are measured: an epoch, in which every pixel has its say, but not long. The
// gradient of a full batch hardly changes.
constexpr std::int64_t kMostSteps = 64, kFullBatchSteps = 2;

// While training, parameters waver at the rate they have, and so do their gradients; measured where
// nothing moves the moments are too small by these factors. Smaller factors lose decibels in the
// next steps, larger ones learn too slowly from an early keyframe (measured: docs/quality.md).
constexpr float kWavering = 4, kFullBatchWavering = 64;

std::int64_t steps_to_measure(const Dataset& dataset, std::int64_t step) {
    const std::int64_t wanted = dataset.batch == BatchMode::full
                                    ? kFullBatchSteps
                                    : std::min(kMostSteps, dataset.steps_per_epoch());
    return std::min(std::max(wanted, kFullBatchSteps), step);
}

}  // namespace

bool lacks_moments(const State& state, const OptimizerSpec& optimizer) {
    return optimizer.kind == Optimizer::adam && state.step > 0 && state.optimizer_step == 0;
}

std::optional<State> with_measured_moments(Backend& backend, const Dataset& dataset,
                                           const Config& config, const State& state) {
    const std::int64_t steps = steps_to_measure(dataset, state.step);
    // The batches are those that led to the keyframe.
    backend.load(fresh_state(state.parameters, config.optimizer.kind, state.step - steps));
    const std::vector<float> rates(std::size_t(steps), 0.0f);
    std::vector<StepResult> results(rates.size());
    backend.train(rates, results);
    if (!backend.finite_parameters()) {
        backend.load(state);
        return std::nullopt;
    }
    const State measured = backend.save();
    State result = state;
    result.optimizer_step = state.step;  // the run is as one that always was
    // A mean since zero is scaled as the optimizer will, which takes it for one of `step` steps.
    const OptimizerSpec& optimizer = config.optimizer;
    const auto known = [&](std::int64_t of) { return 1 - std::pow(optimizer.beta2, double(of)); };
    const double longer = known(state.step) / known(steps);
    // A grid's tables come first.
    const std::size_t tables =
        layer_shapes(config.network, dataset.target.channels).front().weights;
    const std::size_t lazy = numerics::is_lazy(optimizer) ? tables : 0;
    const float wavering = dataset.batch == BatchMode::full ? kFullBatchWavering : kWavering;
    for (std::size_t i = 0; i < measured.second_moment.size(); ++i)
        result.second_moment[i] =
            std::max(float(wavering * measured.second_moment[i] * (i < lazy ? 1 : longer)),
                     float(state.second_moment[i] * (i < lazy ? 1 : known(state.step))));
    backend.load(result);
    return result;
}

}  // namespace redraw
