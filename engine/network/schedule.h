// The learning rate of every epoch: a pure function of the schedule, so that a resumed run cannot
// decay twice or start over.
//   lr(i) = lr_min + (lr_max - lr_min) * 0.5 * (1 + cos(pi * i / (epochs + epoch_offset)))
// where i = 0 at start_epoch (0 unless the run was cooled down) and the cosine ends where it would
// have. With warm-up it is multiplied by min(1, (i + 1) / warmup_epochs) while i < warmup_epochs.
// Warm restarts (Loshchilov and Hutter 2017): i counts from the start of its cycle and the
// cycle's length replaces epochs + epoch_offset.
#pragma once

#include "engine/network/config.h"

namespace redraw {

// `epoch` may be fractional: step / steps_per_epoch.
double learning_rate(const Schedule& schedule, double epoch);

// Epochs that follow a time are nothing that was asked for.
bool asks_the_same(Schedule a, const Schedule& b);

// The step at which the run ends.
std::int64_t total_steps(const Schedule& schedule, std::int64_t steps_per_epoch);

// The epoch after `epoch` at which the next cycle of warm restarts begins; infinity if none does.
double next_restart(const Schedule& schedule, double epoch);
// "Cool down now" at `epoch`: from the present rate, in three digits, to lr_min at the run's end.
Schedule cooled_down(const Schedule& schedule, double epoch, std::int64_t epochs);
// The epochs that a cool-down takes: long enough to settle, short enough to see.
std::int64_t cool_down_epochs(double epoch);

}  // namespace redraw
