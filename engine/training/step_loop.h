// The training loop that runs and background copies share: the next steps at the rates of the
// schedule, timed, up to a step whose loss is no longer a number. The rates are pure functions of
// the run file, so that a resumed run continues as one that never stopped. One owner, one thread.
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

// The state at step 0, which follows from the configuration.
State untrained(const Config& config, int channels);

// The step at which the moments of this state were zero: 0, or where the run went back to a
// keyframe after it diverged, or was branched by an older program.
std::int64_t moments_since(const State& state);

// The part of the scheduled rate that a step takes. After moments of zero Adam's first steps are
// the full rate in every parameter, whatever its gradient: a trained network falls by 10 to 30 dB.
// After a divergence the rate climbs linearly (Ma and Yarats 2021), over ten times the memory of
// its second moment. A branch needs none of it: with_measured_moments().
double moments_warmup(const OptimizerSpec& optimizer, std::int64_t since, std::int64_t step);

// The results of one call of StepLoop::advance().
struct Burst {
    std::vector<float> rates;
    std::vector<StepResult> results;       // of the steps whose loss is a number
    std::optional<std::int64_t> diverged;  // the step whose loss is not a number
    double step_seconds = 0;
};

struct StepLoop {
    std::shared_ptr<const Dataset> dataset{};
    std::unique_ptr<Backend> backend{};
    std::int64_t step = 0;    // done
    double step_seconds = 0;  // a step's time, smoothed; 0 before the first
    std::int64_t moments_zero_at = 0;

    void load(const State& state);
    void go_on_from(const State& state);  // the caller loads the backend
    std::int64_t total_steps(const Schedule& schedule) const;
    // The number of steps that take about 30 ms.
    std::int64_t burst() const;
    // Trains at most `most` steps, up to the end of the schedule. When it diverges `step` stays.
    Burst advance(const Config& config, std::int64_t most);
};

// A loop with a backend of its own and initial weights. Throws Error.
StepLoop new_step_loop(const BackendOptions& options, const Config& config, Dataset dataset);

// Measures Adam's moments for a run that continues from a keyframe, which holds parameters only;
// moments of zero would cost a trained network 10 to 50 dB. The gradients of a few steps are
// measured at a rate of 0, which changes no parameter. The result is a part of the state, and so of
// the run file. Any thread.

// True for the state of a keyframe (RunFile::branch) from which no step was trained yet.
bool lacks_moments(const State& state, const OptimizerSpec& optimizer);

// The state with its moments measured; it is loaded into `backend`. Nothing, and the state as it
// was is loaded, where they are not finite. Precondition: lacks_moments(state). Its second moments
// are those of a later step of the same run, or zeros: none of the result is smaller.
std::optional<State> with_measured_moments(Backend& backend, const Dataset& dataset,
                                           const Config& config, const State& state);

}  // namespace redraw
