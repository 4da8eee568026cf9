// Renders the nine looks: small, painterly versions of a run's picture, by networks that learn it
// beside the run and never change the run. One owner, one thread.
#pragma once

#include "engine/studies/results.h"
#include "engine/training/step_loop.h"

#include <array>
#include <cstddef>
#include <memory>

namespace redraw {

// Trains three networks from different random weights. Renders all three at each of three training
// stages; each network's renders form a column of looks.
class LookPainter {
public:
    // `request`: the run's configuration as requested. Throws Error.
    LookPainter(const Image& picture, const Config& request, const BackendOptions& options);
    // Trains a network, usually for at most 30 ms, and renders its look at the end of a stage.
    // Returns true when all nine are rendered. Throws Error if a network diverged.
    bool advance();
    std::shared_ptr<const NineLooks> newest() const { return newest_; }  // never null

private:
    std::array<StepLoop, kLookSeeds> loops_;
    NineLooks looks_;
    std::size_t drawn_ = 0;
    std::shared_ptr<const NineLooks> newest_;
};

}  // namespace redraw
