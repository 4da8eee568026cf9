// How close the drawing at rest comes to the picture as it was opened, where that is larger than
// what the network learned from: the second number beside the one on its own pixels. Of a network
// of windows, how close it comes to the picture from the picture's own half. Nothing is measured
// while training goes on. Owned by the session, on its thread.
#pragma once

#include "engine/enlarge/own_half.h"
#include "engine/studies/original_study.h"
#include "engine/studies/study.h"

#include <memory>
#include <utility>

namespace redraw {

class OriginalMeasure : public StudyOf<std::optional<OriginalPsnr>> {
public:
    // `picture` as it was opened; null when only the target is known.
    explicit OriginalMeasure(std::shared_ptr<const Image> picture) : picture_(std::move(picture)) {}
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    bool measure_original(Trainer& trainer);
    bool measure_own_half(Trainer& trainer);

    std::shared_ptr<const Image> picture_;
    std::unique_ptr<OwnHalfStudy> own_half_;
    std::unique_ptr<OriginalStudy> study_;
    std::int64_t step_ = -1;  // that is being measured, or was
};

}  // namespace redraw
