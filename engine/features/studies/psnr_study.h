// Measures the PSNR of the whole render while training pauses.
#pragma once

#include "engine/drawing/drawn_psnr.h"
#include "engine/features/studies/study.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace redraw {

// Measures the PSNR of the whole render while training pauses: first at the present step, then at
// the keyframe in view, then for some seconds at the other keyframes. The trainer records the
// results. Does not measure mosaics.
class PsnrStudy : public Study {
public:
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;
    int measurements() const { return measurements_; }  // measurements made so far

private:
    std::optional<std::int64_t> next_step(const Trainer& trainer, const ViewRequest& view) const;
    bool begin(const Trainer& trainer, std::int64_t step);

    std::unique_ptr<DrawnPsnr> measure_;
    std::int64_t step_ = -1, now_ = -1;  // step being measured; the trainer's step at that time
    // Parameters of the step being measured; empty: the present ones, which the backend has.
    std::vector<float> parameters_;
    // Seconds spent on measuring keyframes since training paused.
    double seconds_ = 0;
    int measurements_ = 0;
};

}  // namespace redraw
