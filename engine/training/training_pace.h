// Measures the wall time that training takes and computes how many epochs fit in a time limit.
#pragma once

#include "engine/network/config.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

namespace redraw {

// Returns the part of `passed` seconds that counts as training. `usual`: the typical seconds; 0:
// not known. After a stop of the process (Ctrl+Z, a paused container, a sleeping machine) `passed`
// is far too long. The most that counts is ten times `usual`, or a second if that is more, because
// a slow disk can take that long.
double counted_seconds(double passed, double usual);

// Measures the wall time of training steps, including previews, saves and the pauses of quiet mode
// (the throttle). One owner.
class TrainingPace {
public:
    using Clock = std::chrono::steady_clock;
    TrainingPace() = default;
    // Continues the pace of a run that was trained to `step` in `waited` seconds.
    TrainingPace(double waited, std::int64_t step)
        : before_(step > 0 ? 0 : waited),
          waited_(waited),
          step_(step),
          recent_seconds_(step > 0 ? waited : 0),
          recent_steps_(double(step)) {}
    // Reports that `step` steps are done and training continues.
    void trains(std::int64_t step, Clock::time_point now = Clock::now());
    // Reports that training pauses until the next trains().
    void rests() { last_.reset(); }
    // Returns the seconds spent training, without those in which the process was stopped.
    double waited() const { return waited_; }
    // Returns seconds per step over the last seconds; 0 until known.
    double step_seconds() const { return recent_steps_ > 0 ? recent_seconds_ / recent_steps_ : 0; }
    // Returns seconds per step over all training.
    double mean_step_seconds() const { return step_ > 0 ? (waited_ - before_) / double(step_) : 0; }

private:
    struct Moment {
        std::int64_t step;
        Clock::time_point at;
    };
    std::optional<Moment> last_;
    double before_ = 0;  // seconds before the run's first step
    double waited_ = 0;
    std::int64_t step_ = 0;
    // Sums that decay over time, so that one long wait barely changes the pace.
    double recent_seconds_ = 0, recent_steps_ = 0;
};

// Returns the number of epochs with which a run at `step` ends about at its time limit, at a low
// learning rate. Absent if the present number of epochs is close enough, the pace is not known or
// there is no time limit. Uses the mean pace of the whole run, so that progress in the schedule is
// progress in time.
std::optional<double> epochs_in_time(const Schedule& schedule, const TrainingPace& pace,
                                     std::int64_t step, std::int64_t steps_per_epoch);

}  // namespace redraw
