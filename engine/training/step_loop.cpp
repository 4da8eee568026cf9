#include "engine/training/step_loop.h"

#include "engine/device/devices.h"
#include "engine/image/resample.h"
#include "engine/network/numerics.h"
#include "engine/network/schedule.h"
#include "engine/seconds.h"
#include "engine/training/training_pace.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace redraw {

State untrained(const Config& config, const Image& target) {
    const NetworkSpec& network = config.network;
    auto parameters = initial_parameters(network, target.channels, config.seed);
    const bool linear = network.output == OutputMap::linear;
    float* bias = &parameters[layer_shapes(network, target.channels).back().biases];
    if (network.encoding == Encoding::grid)
        for (const float mean : resample_area(target, 1, 1).values)
            *bias++ = linear ? 2 * mean - 1 : std::log((mean + 0.01f) / (1.01f - mean));
    return fresh_state(std::move(parameters), config.optimizer.kind);
}

std::int64_t moments_since(const State& state) {
    return std::max<std::int64_t>(0, state.step - state.optimizer_step);
}

double moments_warmup(const OptimizerSpec& optimizer, std::int64_t since, std::int64_t step) {
    // Length of the warm-up, in multiples of the steps that the second moment averages (measured:
    // bench/results/quality.md).
    constexpr double kMemories = 10;
    if (since <= 0 || optimizer.kind != Optimizer::adam) return 1;
    const double memory = std::min(1 / (1 - optimizer.beta2), double(since));
    return std::min(1.0, double(step - since + 1) / (kMemories * memory));
}

void StepLoop::load(const State& state) {
    backend->load(state);
    go_on_from(state);
}

void StepLoop::go_on_from(const State& state) {
    step = state.step;
    moments_zero_at = moments_since(state);
}

std::int64_t StepLoop::total_steps(const Schedule& schedule) const {
    return redraw::total_steps(schedule, dataset->steps_per_epoch());
}

std::int64_t StepLoop::burst() const {
    constexpr std::int64_t kLongestBurst = 4096;
    if (step_seconds <= 0) return 1;
    return std::clamp<std::int64_t>(std::int64_t(backend->burst_seconds() / step_seconds), 1,
                                    kLongestBurst);
}

Burst StepLoop::advance(const Config& config, std::int64_t most) {
    const std::int64_t end = std::min(step + most, total_steps(config.schedule));
    Burst burst;
    if (end <= step) return burst;
    for (std::int64_t next = step; next < end; ++next)
        burst.rates.push_back(float(
            learning_rate(config.schedule, double(next) / double(dataset->steps_per_epoch())) *
            moments_warmup(config.optimizer, moments_zero_at, next)));
    burst.results.resize(burst.rates.size());

    const auto start = std::chrono::steady_clock::now();
    backend->train(burst.rates, burst.results);
    const auto steps = double(burst.rates.size());
    burst.step_seconds = counted_seconds(seconds_since(start), step_seconds * steps) / steps;
    step_seconds +=
        step_seconds == 0 ? burst.step_seconds : 0.2 * (burst.step_seconds - step_seconds);

    const auto lost = std::ranges::find_if(burst.results, [](const StepResult& result) {
        return !std::isfinite(result.loss) || !std::isfinite(result.squared_error);
    });
    if (!backend->shares_cpu()) {
        const std::size_t both = std::min(last_results.size(), burst.results.size());
        const bool repeats = both > 0 && std::ranges::equal(std::span(last_results).first(both),
                                                            std::span(burst.results).first(both));
        last_results = burst.results;
        if (repeats && step >= checked_until) check_device(config);
    }
    if (lost != burst.results.end()) {
        burst.diverged = step + (lost - burst.results.begin()) + 1;
        burst.results.erase(lost, burst.results.end());
    } else {
        step = end;
    }
    return burst;
}

void StepLoop::check_device(const Config& config) {
    constexpr double kLossError = 0.1, kSmallLoss = 1e-4;
    constexpr std::size_t kFew = 16;  // parameters that rounding might leave unchanged
    if (config.schedule.lr_max <= 0) return;
    const std::vector<float> rate{float(config.schedule.lr_max)};
    const State before = backend->save();
    const auto step_on = [&](Backend& device) {
        std::vector<StepResult> result(1);
        device.train(rate, result);
        return std::pair(double(result.front().loss), device.save().parameters);
    };
    const auto [loss, parameters] = step_on(*backend);
    backend->load(before);
    const auto cpu =
        make_backend({.kind = BackendKind::cpu, .precision = Precision::fp32}, config.network,
                     config.optimizer, dataset->target.channels, dataset);
    cpu->load(before);
    const auto [right_loss, right_parameters] = step_on(*cpu);
    std::size_t changes = 0;
    for (std::size_t i = 0; i < right_parameters.size(); ++i)
        changes += right_parameters[i] != before.parameters[i];
    const bool still =
        changes > std::min(kFew, right_parameters.size() / 2) && parameters == before.parameters;
    const bool wrong = !(std::abs(loss - right_loss) <= kSmallLoss + kLossError * right_loss);
    if (std::isfinite(right_loss) && (still || wrong)) throw driver_failed("it computed nothing");
    checked_until = step + std::max<std::int64_t>(1000, step / 4);
}

StepLoop new_step_loop(const BackendOptions& options, const Config& config, Dataset dataset) {
    const int channels = dataset.target.channels;
    StepLoop loop{std::make_shared<const Dataset>(std::move(dataset))};
    loop.backend = make_backend(options, config.network, config.optimizer, channels, loop.dataset);
    loop.load(untrained(config, loop.dataset->target));
    return loop;
}

namespace {

// Number of steps whose gradients are measured: an epoch, from kFullBatchSteps to kMostSteps. Full
// batches need only kFullBatchSteps, because their gradients hardly change.
constexpr std::int64_t kMostSteps = 64, kFullBatchSteps = 2;

// Factors that scale the measured second moments up, for minibatches and for full batches.
// Parameters fluctuate in training, which makes gradients larger than those measured at fixed
// parameters. Smaller factors lose decibels in the next steps; larger ones learn too slowly from an
// early keyframe (measured: bench/results/quality.md).
constexpr float kWavering = 4, kFullBatchWavering = 64;

std::int64_t steps_to_measure(const Dataset& dataset, std::int64_t step) {
    const std::int64_t wanted = dataset.batch == BatchMode::full
                                    ? kFullBatchSteps
                                    : std::min(kMostSteps, dataset.steps_per_epoch());
    return std::min(std::max(wanted, kFullBatchSteps), step);
}

}  // namespace

std::optional<State> with_measured_moments(Backend& backend, const Dataset& dataset,
                                           const Config& config, const State& state) {
    const std::int64_t steps = steps_to_measure(dataset, state.step);
    // Uses the same batches that led to the state, at learning rates of 0.
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
    result.optimizer_step = state.step;  // moments count as gathered since step 0
    // Rescales the second moments: the optimizer's bias correction will assume that they cover
    // `state.step` steps, but they cover only the measured ones.
    const OptimizerSpec& optimizer = config.optimizer;
    const auto known = [&](std::int64_t of) { return 1 - std::pow(optimizer.beta2, double(of)); };
    const double longer = known(state.step) / known(steps);
    // Number of parameters in a grid's tables, which come first in the flat parameters.
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
