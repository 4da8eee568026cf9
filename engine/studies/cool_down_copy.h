// Anneals a copy of the network beside the run, as a preview of cooling down. Has a backend and a
// state of its own; the run is not touched. Owned by the session, on its thread.
#pragma once

#include "engine/drawing/drawn_psnr.h"
#include "engine/studies/results.h"
#include "engine/training/trainer.h"

#include <cstdint>
#include <memory>

namespace redraw {

class CoolDownCopy {
public:
    // Copies the trainer's present. `epochs`: the length of the annealing. Throws Error.
    CoolDownCopy(const Trainer& trainer, const BackendOptions& options, std::int64_t epochs);
    // Some steps, about 30 ms, or a part of the last measurement; true when the copy is annealed.
    // Throws Error when it diverged.
    bool advance();
    std::shared_ptr<const CoolDown> newest() const { return newest_; }  // never null

private:
    bool measure();  // true once the whole drawing of the annealed copy is measured
    void publish();

    Config config_;
    StepLoop loop_;
    CoolDown now_;
    SampledPsnr sample_;
    std::int64_t sampled_at_ = 0;  // of the copy's steps
    DrawnPsnr whole_;
    ShareOfTime drawing_{0.1};  // of the copy's own time
    std::shared_ptr<const CoolDown> newest_;
};

}  // namespace redraw
