#include "engine/training/original_measure.h"

#include "engine/training/crop_study.h"

#include <utility>

namespace redraw {

void OriginalMeasure::reset(std::shared_ptr<const Image> picture) {
    *this = {};
    picture_ = std::move(picture);
}

bool OriginalMeasure::update(Trainer& trainer, bool training) {
    const Image& target = trainer.dataset().target;
    const bool larger =
        picture_ && (picture_->width > target.width || picture_->height > target.height);
    if (training || !larger || trainer.step() == 0) {
        study_.reset();
        step_ = -1;
        return false;
    }
    if (step_ != trainer.step()) {
        const PixelSize size{picture_->width, picture_->height};
        study_ = std::make_unique<OriginalStudy>(picture_, target, size, detail_of(target, size));
        step_ = trainer.step();
    }
    if (!study_ || !study_->advance(trainer, {})) return study_ != nullptr;
    newest_ = OriginalPsnr{step_, study_->network_psnr(), compared_whole(*picture_)};
    study_.reset();
    return false;
}

}  // namespace redraw
