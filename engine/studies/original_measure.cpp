#include "engine/studies/original_measure.h"

#include "engine/studies/crop_study.h"

namespace redraw {

bool OriginalMeasure::update(Trainer& trainer, const ViewRequest&, ShareOfTime* training) {
    if (training || trainer.step() == 0) {
        study_.reset();
        own_half_.reset();
        step_ = -1;
        return false;
    }
    const bool of_windows = trainer.config().network.encoding == Encoding::window;
    return of_windows ? measure_own_half(trainer) : measure_original(trainer);
}

bool OriginalMeasure::measure_original(Trainer& trainer) {
    const Image& target = trainer.dataset().target;
    if (!picture_ || (picture_->width <= target.width && picture_->height <= target.height))
        return false;
    if (step_ != trainer.step()) {
        const PixelSize size{picture_->width, picture_->height};
        study_ = std::make_unique<OriginalStudy>(picture_, target, size, detail_of(target, size));
        step_ = trainer.step();
    }
    if (!study_ || !study_->advance(trainer, {})) return study_ != nullptr;
    newest_ = {.step = step_,
               .psnr = float(study_->methods().front().psnr),
               .whole = compared_whole(*picture_)};
    study_.reset();
    return false;
}

bool OriginalMeasure::measure_own_half(Trainer& trainer) {
    if (step_ != trainer.step()) {
        own_half_ = std::make_unique<OwnHalfStudy>(trainer.backend(), trainer.target());
        step_ = trainer.step();
    }
    if (!own_half_ || !own_half_->advance()) return own_half_ != nullptr;
    const OwnHalfWorth worth = own_half_->worth();
    own_half_.reset();
    if (worth.pixels == 0) return false;
    newest_ = {.step = step_,
               .psnr = float(psnr_of(worth.methods, "network")),
               .own_half = true,
               .bicubic = float(psnr_of(worth.methods, "bicubic")),
               .lanczos = float(psnr_of(worth.methods, "lanczos"))};
    return false;
}

}  // namespace redraw
