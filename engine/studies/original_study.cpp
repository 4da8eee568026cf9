#include "engine/studies/original_study.h"

#include "engine/enlarge/half_size_test.h"
#include "engine/studies/crop_study.h"
#include "engine/studies/original_comparison.h"

#include <cmath>

namespace redraw {
namespace {

bool is_of_windows(const Trainer& trainer) {
    return trainer.config().network.encoding == Encoding::window;
}

}  // namespace

// Null: there is nothing to compare with.
std::unique_ptr<Measure> OriginalStudy::new_measure(Trainer& trainer) const {
    if (is_of_windows(trainer))
        return std::make_unique<HalfSizeTest>(trainer.backend(), trainer.target());
    const Image& target = trainer.dataset().target;
    if (!picture_ || (picture_->width <= target.width && picture_->height <= target.height))
        return nullptr;
    const PixelSize size{picture_->width, picture_->height};
    return std::make_unique<OriginalComparison>(trainer, picture_, size, detail_of(target, size));
}

bool OriginalStudy::update(Trainer& trainer, const ViewRequest&, ShareOfTime* training) {
    if (training || trainer.step() == 0) {
        measure_.reset();
        step_ = -1;
        return false;
    }
    if (step_ != trainer.step()) {
        measure_ = new_measure(trainer);
        step_ = trainer.step();
    }
    if (!measure_) return false;
    if (!measure_->advance()) return true;
    const std::vector<Quality> methods = measure_->methods();
    measure_.reset();
    const bool half = is_of_windows(trainer);
    const auto psnr = [&](const char* method) { return float(psnr_of(methods, method)); };
    if (std::isnan(psnr("network"))) return false;  // no part of the picture has content
    newest_ = {.step = step_,
               .psnr = psnr("network"),
               .whole = half || compared_whole(*picture_),
               .own_half = half,
               .bicubic = psnr("bicubic"),
               .lanczos = psnr("lanczos")};
    return false;
}

}  // namespace redraw
