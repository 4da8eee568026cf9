// Trains runs up to a given step.
#pragma once

#include "engine/training/new_run.h"
#include "engine/training/trainer.h"
#include "tests/support/examples.h"
#include "tests/support/reading.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <limits>

namespace redraw_test {

// Trains to `stop` or to the end of the run, in bursts of at most `burst` steps.
inline void advance_to(redraw::Trainer& trainer,
                       std::int64_t stop = std::numeric_limits<std::int64_t>::max(),
                       std::int64_t burst = 1 << 20) {
    while (!trainer.finished() && trainer.step() < stop)
        trainer.advance(std::min(burst, stop - trainer.step()));
}

// Makes a run and trains it for `steps` steps on one thread.
inline redraw::Trainer begun_run(const std::filesystem::path& path, const redraw::Image& picture,
                                 const redraw::Config& config, std::int64_t steps = 0) {
    redraw::Trainer trainer(redraw::start_run(path, picture, "picture", config),
                            {.kind = redraw::BackendKind::cpu, .threads = 1});
    advance_to(trainer, steps);
    return trainer;
}

inline void train_and_commit(redraw::Trainer& trainer,
                             std::int64_t stop = std::numeric_limits<std::int64_t>::max(),
                             std::int64_t burst = 1 << 20) {
    advance_to(trainer, stop, burst);
    trainer.commit();
}

}  // namespace redraw_test
