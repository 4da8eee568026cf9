#include "engine/training/time_budget.h"

#include "engine/arithmetic.h"
#include "engine/data/batch_by_size.h"
#include "engine/data/resolve.h"
#include "engine/error.h"
#include "engine/network/random.h"
#include "engine/network/schedule.h"
#include "engine/seconds.h"
#include "engine/training/step_loop.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

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

double pixels_per_second(const Config& config, int channels, const BackendOptions& options) {
    constexpr int kSide = 512;
    constexpr double kSeconds = 0.25;
    Image noise = make_image(kSide, kSide, channels);
    for (std::size_t i = 0; i < noise.values.size(); ++i)
        noise.values[i] = random_unit(config.seed, 0, i);
    Config wanted = config;
    wanted.data.train_size = {.longer_side = 0};
    wanted = resolve(with_batch_by_size(wanted, {kSide, kSide}), noise);
    StepLoop loop =
        new_step_loop(options, wanted, make_dataset_of_target(std::move(noise), wanted));
    const auto train = [&] {  // returns seconds per step
        const std::int64_t before = loop.step;
        const auto start = std::chrono::steady_clock::now();
        if (loop.advance(wanted, loop.burst()).diverged || loop.step == before)
            throw Error("The network cannot train: its loss is not a number.");
        return seconds_since(start) / double(loop.step - before);
    };
    train();  // warm-up: memory is touched for the first time
    train();
    const auto start = std::chrono::steady_clock::now();
    std::vector<double> steps;  // seconds per step; the median ignores a delayed one
    do steps.push_back(train());
    while (seconds_since(start) < kSeconds && loop.step < loop.total_steps(wanted.schedule));
    return loop.dataset->batch_pixels() / median(std::move(steps));
}

}  // namespace redraw
