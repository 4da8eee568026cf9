// Paints nine small looks of a run's picture, by networks that learn beside the run and never
// change it. One owner, one thread.
#pragma once

#include "engine/studies/results.h"
#include "engine/training/step_loop.h"

#include <array>
#include <cstddef>
#include <memory>

namespace redraw {

// Trains a network for each column, from random weights of its own. Draws all of them at one moment
// before it trains them to the next one.
class LookPainter {
public:
    // `request`: the run's. Throws Error.
    LookPainter(const Image& picture, const Config& request, const BackendOptions& options);
    // Trains a network for about 30 ms, or draws a look; true when all nine are drawn. Throws Error
    // if a network diverged.
    bool advance();
    std::shared_ptr<const NineLooks> newest() const { return newest_; }  // never null

private:
    std::array<StepLoop, kLookSeeds> loops_;
    NineLooks looks_;
    std::size_t drawn_ = 0;
    std::shared_ptr<const NineLooks> newest_;
};

}  // namespace redraw
