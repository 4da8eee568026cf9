// How a network is trained, whoever does it: the next steps at the rates of the schedule, timed, up
// to the one whose loss is no longer a number. The rates are pure functions of what a run file
// holds, so that a resumed run goes on as one that never stopped. One owner, one thread.
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

// Step 0: what everything starts from follows from the configuration.
State untrained(const Config& config, int channels);

// The step at which the moments of this state were zero: 0, or where the run went back to a
// keyframe after it diverged, or was branched by an older program.
std::int64_t moments_since(const State& state);

// The part of the scheduled rate that a step takes. From zero moments Adam's first steps are the
// full rate in every parameter, whatever its gradient: nothing at the beginning of a run, but a
// trained network falls by 10 to 30 dB. After a divergence the rate climbs linearly (Ma and Yarats
// 2021), over ten times the steps that its second moment remembers. A branch needs none of it: its
// moments are measured (keyframe_moments.h).
double moments_warmup(const OptimizerSpec& optimizer, std::int64_t since, std::int64_t step);

// Steps that were done together.
struct Burst {
    std::vector<float> rates;
    std::vector<StepResult> results;       // of those before the loss was no longer a number
    std::optional<std::int64_t> diverged;  // the step at which it was none
    double step_seconds = 0;
};

struct StepLoop {
    std::shared_ptr<const Dataset> dataset{};
    std::unique_ptr<Backend> backend{};
    std::int64_t step = 0;    // done
    double step_seconds = 0;  // a step's time, smoothed; 0 before the first
    std::int64_t moments_zero_at = 0;

    void load(const State& state);
    void go_on_from(const State& state);  // of a backend that is loaded apart
    std::int64_t total_steps(const Schedule& schedule) const;
    // How many steps are done before others have their turn: about 30 ms of them.
    std::int64_t burst() const;
    // At most `most` steps, up to the end of the schedule. One that diverges leaves `step` as it
    // was.
    Burst advance(const Config& config, std::int64_t most);
};

// Of a network of its own, with first weights. Throws Error.
StepLoop new_step_loop(const BackendOptions& options, const Config& config, Dataset dataset);

}  // namespace redraw
