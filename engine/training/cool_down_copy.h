// A copy of the network annealed beside the run, so that one sees what cooling down would give
// before doing it. Has a backend and a state of its own: the run is left alone to the bit.
#pragma once

#include "engine/training/insights.h"
#include "engine/training/trainer.h"

#include <cstdint>
#include <memory>

namespace redraw {

class CoolDownCopy {
public:
    // Copies the trainer's present. `epochs`: the length of the annealing. Throws Error.
    CoolDownCopy(const Trainer& trainer, const BackendOptions& options, std::int64_t epochs);
    // Some steps, about 30 ms; true when the copy is annealed.
    bool advance();
    std::shared_ptr<const CoolDown> newest() const { return newest_; }  // never null

private:
    std::shared_ptr<const CoolDown> newest_ = std::make_shared<const CoolDown>();
};

}  // namespace redraw
