#include "engine/network/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

namespace redraw {
namespace {

struct Cycle {
    double start = 0;
    double length = 1;
};

// Finds the warm-restart cycle that holds `epoch`; without restarts the whole run is one cycle.
Cycle cycle_of(const Schedule& schedule, double epoch) {
    const double start = schedule.start_epoch;
    if (schedule.restart_epochs <= 0) {
        const double length = schedule.epochs + double(schedule.epoch_offset) - start;
        return {start, length > 0 ? length : 1};
    }
    const double first = double(schedule.restart_epochs);
    const double growth = std::max(1.0, schedule.restart_multiplier);
    const double since = std::max(0.0, epoch - start);
    if (growth == 1.0) return {start + std::floor(since / first) * first, first};
    // Computes the start of cycle n as a geometric series in closed form. A loop over cycles would
    // be slow: with small growth a long run has billions of cycles, and every step calls this.
    const auto start_of = [&](double n) {
        return start + first * (std::pow(growth, n) - 1) / (growth - 1);
    };
    double n = std::floor(std::log1p(since * (growth - 1) / first) / std::log(growth));
    if (n > 0 && epoch < start_of(n)) --n;  // corrects a rounding error of the logarithm
    if (epoch >= start_of(n + 1)) ++n;
    return {start_of(n), first * std::pow(growth, n)};
}

// Rounds a rate to three significant digits, so that a user can read and type it. The error is at
// most 0.5 %, and the result is exactly the double that the digits denote.
double three_digits(double rate) {
    const std::string text = fmt::format("{:.2e}", rate);
    double rounded = 0;
    std::from_chars(text.data(), text.data() + text.size(), rounded);
    return rounded;
}

}  // namespace

bool asks_the_same(Schedule a, const Schedule& b) {
    if (a.seconds > 0) a.epochs = b.epochs;
    return a == b;
}

std::int64_t total_steps(const Schedule& schedule, std::int64_t steps_per_epoch) {
    return std::llround(schedule.epochs * double(steps_per_epoch));
}

double next_restart(const Schedule& schedule, double epoch) {
    if (schedule.restart_epochs <= 0) return std::numeric_limits<double>::infinity();
    const Cycle cycle = cycle_of(schedule, std::max(epoch, schedule.start_epoch));
    return cycle.start + cycle.length;
}

double learning_rate(const Schedule& schedule, double epoch) {
    const Cycle cycle = cycle_of(schedule, epoch);
    // Keeps the rate at its minimum past the end of the cosine instead of letting it rise again.
    const double phase = std::clamp((epoch - cycle.start) / cycle.length, 0.0, 1.0);
    const double rate = schedule.lr_min + (schedule.lr_max - schedule.lr_min) * 0.5 *
                                              (1.0 + std::cos(std::numbers::pi * phase));
    if (epoch < schedule.warmup_epochs)
        return rate * std::min(1.0, (epoch + 1.0) / schedule.warmup_epochs);
    return rate;
}

Schedule shortened(Schedule schedule, double epochs) {
    schedule.epochs = epochs;
    schedule.epoch_offset = 0;
    schedule.start_epoch = 0;
    schedule.warmup_epochs = std::min(schedule.warmup_epochs, 0.1 * epochs);
    return schedule;
}

Schedule cooled_down(const Schedule& schedule, double epoch, std::int64_t epochs) {
    return {.lr_max = std::max(three_digits(learning_rate(schedule, epoch)), schedule.lr_min),
            .lr_min = schedule.lr_min,
            .epochs = std::ceil(epoch) + double(epochs),
            .start_epoch = epoch,
            .warmup_epochs = 0,
            .restart_multiplier = schedule.restart_multiplier};
}

std::int64_t cool_down_epochs(double epoch) {
    // Takes a fifth of the epochs so far, but at least 50 and at most 1000.
    return std::clamp<std::int64_t>(std::int64_t(epoch / 5), 50, 1000);
}

}  // namespace redraw
