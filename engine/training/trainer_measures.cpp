// Measures the PSNR of a trainer's render: on a sample of its pixels during training, over the
// whole picture on request.
#include "engine/run/history.h"
#include "engine/run/keyframes.h"
#include "engine/training/trainer.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace redraw {

// Returns the next step after `step` at which the PSNR is regularly measured: often at first, when
// it changes most, then at even intervals.
std::int64_t Trainer::next_regular_measurement(std::int64_t step) const {
    const std::int64_t interval = sample_->step_interval();
    for (const std::int64_t early : {1, 2, 5, 10, 20, 50})
        if (step < early && early < interval) return early;
    return (step / interval + 1) * interval;
}

// Returns the next step at which to measure the PSNR. The closer the target PSNR, the shorter the
// interval.
std::int64_t Trainer::next_measured_step() const {
    const std::int64_t regular = next_regular_measurement(step());
    if (!goal_ || reached_goal_ || !newest_measured_) return regular;
    constexpr double kFar = 8;  // dB from the target; closer, the interval shrinks
    const double missing = *goal_ - newest_measured_->psnr - sample_error_.value_or(0);
    const double part = std::clamp(missing / kFar, 0.0, 1.0);
    const std::int64_t near = std::llround(part * double(sample_->step_interval()));
    const std::int64_t next = newest_measured_->step + std::max<std::int64_t>(near, 2);
    return std::min(regular, std::max(next, step() + 1));
}

void Trainer::measure_sample() {
    const std::int64_t now = step();
    const bool regular = next_regular_measurement(now - 1) == now;
    const MeasuredPsnr sampled{now, float(sample_->measure(backend())), seconds_,
                               sample_->is_whole()};
    newest_measured_ = sampled;
    // Records samples only at regular steps, so that these records do not depend on a goal.
    if (regular && is_metric_step(now)) run_.add_measured(sampled);
    if (!goal_ || reached_goal_) return;
    if (sampled.psnr + sample_error_.value_or(0) < *goal_) return;
    const MeasuredPsnr whole = measure();
    sample_error_ = std::isfinite(sampled.psnr) ? double(whole.psnr) - double(sampled.psnr) : 0;
    if (whole.psnr >= *goal_) reached_goal_ = whole;
}

void Trainer::find_newest_measured() {
    newest_measured_ = measured().empty() ? std::nullopt : std::optional(measured().back());
}

// Measures towards the run's own goal as the process that trained the run before would have.
void Trainer::take_run_goal() {
    const Goal& goal = run_.goal();
    // A run that was trained beyond its goal does not stop there again.
    const bool passed = goal.reached_step >= 0 && goal.reached_step < step();
    set_goal(passed ? std::nullopt : goal.psnr);
    if (!goal_) return;
    sample_error_ = goal.sample_error;
    if (goal.sampled_step > (newest_measured_ ? newest_measured_->step : -1) &&
        goal.sampled_step <= step())
        newest_measured_ = {*goal.sampled_step, float(goal.sampled_psnr.value_or(0)), seconds_,
                            false};
    if (goal.reached_step == step()) reached_goal_ = newest_measured_;
}

void Trainer::keep_run_goal() {
    Goal goal = run_.goal();
    if (!goal.psnr || goal.psnr != goal_) return;
    goal.sample_error = sample_error_;
    if (newest_measured_ && std::isfinite(newest_measured_->psnr)) {
        goal.sampled_step = newest_measured_->step;
        goal.sampled_psnr = newest_measured_->psnr;
    }
    goal.reached_step = reached_goal_ ? std::optional(reached_goal_->step) : std::nullopt;
    run_.set_goal(goal);
}

MeasuredPsnr Trainer::measure() {
    if (mosaic_) return {step(), float(measure_whole()), seconds_, true};
    const bool known =
        newest_measured_ && newest_measured_->whole && newest_measured_->step == step();
    if (!known) add_measured(step(), drawn_psnr(backend(), dataset().target, dataset().grid));
    return *newest_measured_;
}

void Trainer::add_measured(std::int64_t at, double psnr) {
    MeasuredPsnr whole{at, float(psnr), seconds_, true};
    if (at != step()) {
        const auto after = std::ranges::upper_bound(metrics(), at, {}, &Metric::step);
        whole.seconds = after == metrics().begin() ? 0 : std::prev(after)->seconds;
    }
    run_.add_measured(whole);
    if (!newest_measured_ || newest_measured_->step <= at) newest_measured_ = whole;
}

void Trainer::set_goal(std::optional<double> psnr) {
    goal_ = psnr;
    sample_error_.reset();
    reached_goal_.reset();
}

}  // namespace redraw
