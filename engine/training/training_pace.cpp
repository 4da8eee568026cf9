#include "engine/training/training_pace.h"

#include "engine/network/schedule.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

constexpr double kMemory = 4;         // seconds over which the recent pace is averaged
constexpr double kNearEnough = 0.02;  // tolerated deviation, as a share of the time limit
// The least steps left for cooling down when the time limit is nearly over, as a share of the steps
// done.
constexpr double kLeastLeft = 0.05;

}  // namespace

double counted_seconds(double passed, double usual) {
    constexpr double kTimesUsual = 10, kOrdinary = 1;
    return usual > 0 ? std::min(passed, std::max(kOrdinary, kTimesUsual * usual)) : passed;
}

void TrainingPace::trains(std::int64_t step, Clock::time_point now) {
    const auto before = std::exchange(last_, Moment{step, now});
    step_ = step;
    if (!before) return;
    // A rollback takes time but adds no steps.
    const auto steps = double(std::max<std::int64_t>(0, step - before->step));
    const double passed = counted_seconds(std::chrono::duration<double>(now - before->at).count(),
                                          step_seconds() * std::max(1.0, steps));
    waited_ += passed;
    const double kept = std::exp(-passed / kMemory);
    recent_seconds_ = kept * recent_seconds_ + passed;
    recent_steps_ = kept * recent_steps_ + steps;
}

std::optional<double> epochs_in_time(const Schedule& schedule, const TrainingPace& pace,
                                     std::int64_t step, std::int64_t steps_per_epoch) {
    const double step_seconds = pace.mean_step_seconds();
    if (schedule.seconds <= 0 || step_seconds <= 0) return std::nullopt;
    const auto planned = double(total_steps(schedule, steps_per_epoch) - step);
    double possible = std::max(1.0, (schedule.seconds - pace.waited()) / step_seconds);
    if (possible < planned)  // late: keeps enough steps to reach a low rate
        possible = std::max(possible, std::min(planned, kLeastLeft * double(step)));
    const double allowed = std::max(1.0, kNearEnough * schedule.seconds / step_seconds);
    if (std::abs(possible - planned) <= allowed) return std::nullopt;
    return (double(step) + std::floor(possible)) / double(steps_per_epoch);
}

}  // namespace redraw
