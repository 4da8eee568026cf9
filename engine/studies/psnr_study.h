// Measures the PSNR of the whole drawing while training rests: now, at the keyframe in view, then
// at the other keyframes. The trainer records the results. Owned by the session, on its thread.
#pragma once

#include "engine/drawing/drawn_psnr.h"
#include "engine/studies/study.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace redraw {

class PsnrStudy : public Study {
public:
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;
    int measurements() const { return measurements_; }  // made so far

private:
    std::optional<std::int64_t> next_step(const Trainer& trainer, const ViewRequest& view) const;
    bool begin(const Trainer& trainer, std::int64_t step);

    std::unique_ptr<DrawnPsnr> measure_;
    std::int64_t step_ = -1, now_ = -1;  // that is measured; of the trainer meanwhile
    std::vector<float> parameters_;      // empty: the backend's
    double seconds_ = 0;                 // spent on steps that nobody looks at
    int measurements_ = 0;
};

}  // namespace redraw
