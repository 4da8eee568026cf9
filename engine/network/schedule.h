// The learning rate of every epoch: a pure function of the schedule. A resumed run therefore can
// neither decay twice nor start over.
//   lr(i) = lr_min + (lr_max - lr_min) * 0.5 * (1 + cos(pi * i / length))
// i counts epochs from start_epoch (0 by default). The cosine ends at epochs + epoch_offset, which
// determines `length`. With warm restarts (Loshchilov and Hutter 2017), i counts from the start of
// its cycle, and `length` is the cycle's. While epoch < warmup_epochs, the rate is multiplied by
// min(1, (epoch + 1) / warmup_epochs).
#pragma once

#include "engine/network/config.h"

namespace redraw {

// Returns the learning rate at `epoch`, which may be fractional: step / steps_per_epoch.
double learning_rate(const Schedule& schedule, double epoch);

// True if the user requested both schedules alike: with a time limit, `epochs` is not compared.
bool asks_the_same(Schedule a, const Schedule& b);

// Returns the step at which the run ends.
std::int64_t total_steps(const Schedule& schedule, std::int64_t steps_per_epoch);

// Returns the epoch after `epoch` at which the next cycle of warm restarts begins; infinity without
// warm restarts.
double next_restart(const Schedule& schedule, double epoch);
// Shortens a schedule to `epochs`, and its warm-up to at most a tenth of them.
Schedule shortened(Schedule schedule, double epochs);
// Returns the schedule of "Finish early" at `epoch`: from the present rate, rounded to three
// digits, down to lr_min `epochs` after the next whole epoch, where the run ends.
Schedule cooled_down(const Schedule& schedule, double epoch, std::int64_t epochs);
// Returns the length of a cool-down in epochs: long enough to settle, short enough to wait for.
std::int64_t cool_down_epochs(double epoch);

}  // namespace redraw
