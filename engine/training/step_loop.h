// The training loop that runs, mosaic tiles and background copies share: trains steps at the rates
// of the schedule, measures their time, and stops at a step whose loss is not finite. The rates are
// pure functions of the run file, so a resumed run has the rates of an uninterrupted one. One
// owner, one thread.
#pragma once

#include "engine/backend/backend.h"
#include "engine/data/dataset.h"
#include "engine/network/config.h"
#include "engine/network/parameters.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace redraw {

// Returns the state at step 0. The network behind a grid begins as the target's mean color: from
// another, its first steps would move all pixels alike and leave most ReLU neurons 0 for good.
State untrained(const Config& config, const Image& target);

// Returns the step at which this state's optimizer moments were last zero. It is 0 unless they were
// reset later, as by a rollback or by the end of a run.
std::int64_t moments_since(const State& state);

// Returns the factor, 0 to 1, on the scheduled rate of `step` after moments of zero at step
// `since`. After moments of zero, Adam's first steps move every parameter by the full rate,
// whatever its gradient: a trained network loses 10 to 30 dB. After a divergence the rate therefore
// rises linearly (Ma and Yarats 2021), over 10 / (1 - beta2) steps, or over 10 `since` if that is
// fewer.
double moments_warmup(const OptimizerSpec& optimizer, std::int64_t since, std::int64_t step);

// The results of one call of StepLoop::advance().
struct Burst {
    std::vector<float> rates;
    std::vector<StepResult> results;       // one per step before `diverged`
    std::optional<std::int64_t> diverged;  // the first step whose loss is not finite
    double step_seconds = 0;
};

struct StepLoop {
    std::shared_ptr<const Dataset> dataset{};
    std::unique_ptr<Backend> backend{};
    std::int64_t step = 0;    // number of steps done
    double step_seconds = 0;  // smoothed seconds per step; 0 before the first
    std::int64_t moments_zero_at = 0;
    std::vector<StepResult> last_results{};  // of the last burst on a device
    std::int64_t checked_until = 0;          // first step at which the device may be checked again

    void load(const State& state);
    void go_on_from(const State& state);  // sets the counters; the caller loads the backend
    std::int64_t total_steps(const Schedule& schedule) const;
    // Returns the number of steps to train in one go: Backend::burst_seconds() of work.
    std::int64_t burst() const;
    // Trains at most `most` steps, up to the end of the schedule. If a loss is not finite, `step`
    // does not advance. Throws DeviceFailed; see check_device().
    Burst advance(const Config& config, std::int64_t most);
    // Compares a step of the device with one of the CPU, and restores the device's state. Throws
    // driver_failed() if the device computed nothing, as a broken driver may without any error.
    // advance() calls it when the results of a burst repeat those of the last one, which in a run
    // that has come to rest can be right.
    void check_device(const Config& config);
};

// Makes a training loop with its own backend and initial parameters. Throws Error.
StepLoop new_step_loop(const BackendOptions& options, const Config& config, Dataset dataset);

// Measured moments, for a run that continues from a keyframe or from its end, where only parameters
// are stored. With moments of zero a trained network would lose 10 to 50 dB, so Adam's moments are
// measured. The gradients of a few steps are computed at a rate of 0, which changes no parameter.
// The result becomes part of the state, and so of the run file. Any thread.

// Returns the state with measured second moments and loads it into `backend`. If the measured
// values are not finite, returns nothing and loads `state` unchanged. Precondition:
// lacks_moments(state). The second moments in `state` come from a later step of the same run or are
// zero; bias-corrected, they are lower bounds of the result's.
std::optional<State> with_measured_moments(Backend& backend, const Dataset& dataset,
                                           const Config& config, const State& state);

}  // namespace redraw
