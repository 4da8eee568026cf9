// How long a step takes whoever waits for it, what that leaves of a time, and the epochs that fit
// in it.
#pragma once

#include "engine/network/config.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace redraw {

// How much of `passed` seconds is training, of what usually takes `usual` (0: not known). A process
// that is stopped (Ctrl+Z, a paused container, a machine that sleeps) finds one wait far longer
// than all others: of a wait at most ten times the usual one counts, and a second in any case, as a
// slow disk or a busy machine takes.
double counted_seconds(double passed, double usual);

// The pace of training as the clock on the wall has it: drawing previews, writing the file and the
// rests of quiet mode are part of a step. One owner.
class TrainingPace {
public:
    using Clock = std::chrono::steady_clock;
    TrainingPace() = default;
    // Of a run that was trained to `step` in `waited` seconds before.
    TrainingPace(double waited, std::int64_t step)
        : before_(step > 0 ? 0 : waited),
          waited_(waited),
          step_(step),
          recent_seconds_(step > 0 ? waited : 0),
          recent_steps_(double(step)) {}
    // `step` steps are done, and more are being done.
    void trains(std::int64_t step, Clock::time_point now = Clock::now());
    // Until it trains again nobody waits for it.
    void rests() { last_.reset(); }
    // Seconds in which it trained; not those in which the process was stopped.
    double waited() const { return waited_; }
    // Of the last seconds; 0 until it is known.
    double step_seconds() const { return recent_steps_ > 0 ? recent_seconds_ / recent_steps_ : 0; }
    // Of all it trained.
    double mean_step_seconds() const { return step_ > 0 ? (waited_ - before_) / double(step_) : 0; }

private:
    struct Moment {
        std::int64_t step;
        Clock::time_point at;
    };
    std::optional<Moment> last_;
    double before_ = 0;  // seconds, until its first step
    double waited_ = 0;
    std::int64_t step_ = 0;
    // Sums in which what is long ago counts less, so that one long wait is not taken for the pace.
    double recent_seconds_ = 0, recent_steps_ = 0;
};

// Of a run at `step`: the number of epochs with which it ends in time, cooled down; nothing while
// the number that it has is near enough, the pace is not known or no time is set. By the mean pace
// of the whole run, so that its part of the schedule is its part of the time: slow first moments,
// or one long wait, move the rate by as much as they took and no more.
std::optional<double> epochs_in_time(const Schedule& schedule, const TrainingPace& pace,
                                     std::int64_t step, std::int64_t steps_per_epoch);

}  // namespace redraw
