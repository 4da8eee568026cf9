// Runs that are trained to a step.
#pragma once

#include "engine/training/trainer.h"
#include "tests/support/examples.h"

#include <algorithm>
#include <limits>

namespace redraw_test {

// In bursts of at most so many steps, to the end of the run or to `stop`.
inline void advance_to(redraw::Trainer& trainer,
                       std::int64_t stop = std::numeric_limits<std::int64_t>::max(),
                       std::int64_t burst = 1 << 20) {
    while (!trainer.finished() && trainer.step() < stop)
        trainer.advance(std::min(burst, stop - trainer.step()));
}

inline void train_and_commit(redraw::Trainer& trainer,
                             std::int64_t stop = std::numeric_limits<std::int64_t>::max(),
                             std::int64_t burst = 1 << 20) {
    advance_to(trainer, stop, burst);
    trainer.commit();
}

}  // namespace redraw_test
