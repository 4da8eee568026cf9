// Compares the drawing at rest with the picture as it was opened, where that is larger than the
// picture that was learned: the second PSNR beside the one of the learned pixels. A window network
// is measured by how well it draws the picture from its own half. Measures nothing while training
// goes on. Owned by the session, on its thread.
#pragma once

#include "engine/drawing/measure.h"
#include "engine/studies/study.h"

#include <memory>
#include <utility>

namespace redraw {

class OriginalStudy : public StudyOf<std::optional<OriginalPsnr>> {
public:
    // `picture` as it was opened; null when only the target is known.
    explicit OriginalStudy(std::shared_ptr<const Image> picture) : picture_(std::move(picture)) {}
    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;

private:
    std::unique_ptr<Measure> new_measure(Trainer& trainer) const;

    std::shared_ptr<const Image> picture_;
    std::unique_ptr<Measure> measure_;
    std::int64_t step_ = -1;  // that is being measured, or was
};

}  // namespace redraw
