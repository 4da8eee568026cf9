#include "engine/training/step_rates.h"

#include "engine/network/schedule.h"

#include <algorithm>

namespace redraw {
namespace {

constexpr double kMemories = 10;  // measured: docs/quality.md

}  // namespace

std::int64_t moments_since(const State& state) {
    return std::max<std::int64_t>(0, state.step - state.optimizer_step);
}

double moments_warmup(const OptimizerSpec& optimizer, std::int64_t since, std::int64_t step) {
    if (since <= 0 || optimizer.kind != Optimizer::adam) return 1;
    const double memory = std::min(1 / (1 - optimizer.beta2), double(since));
    return std::min(1.0, double(step - since + 1) / (kMemories * memory));
}

std::vector<float> step_rates(const Schedule& schedule, const OptimizerSpec& optimizer,
                              const Dataset& dataset, std::int64_t since, std::int64_t step,
                              std::int64_t count) {
    const double epoch = double(dataset.steps_per_epoch());
    std::vector<float> rates;
    rates.reserve(std::size_t(count));
    for (const std::int64_t end = step + count; step < end; ++step)
        rates.push_back(float(learning_rate(schedule, double(step) / epoch) *
                              moments_warmup(optimizer, since, step)));
    return rates;
}

}  // namespace redraw
