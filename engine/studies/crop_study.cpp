#include "engine/studies/crop_study.h"

#include "engine/drawing/drawing.h"
#include "engine/image/busiest_part.h"
#include "engine/image/resample.h"

#include <algorithm>
#include <cmath>

namespace redraw {

PixelRect detail_of(const Image& target, PixelSize size) {
    const int width = std::min(size.width, CropStudy::kCrop.width);
    const int height = std::min(size.height, CropStudy::kCrop.height);
    const auto scaled = [](int value, int to, int from) {
        return int(std::lround(double(value) * to / from));
    };
    const PixelRect busy = busiest_part(target, {scaled(width, target.width, size.width),
                                                 scaled(height, target.height, size.height)});
    return {std::clamp(scaled(busy.x, size.width, target.width), 0, size.width - width),
            std::clamp(scaled(busy.y, size.height, target.height), 0, size.height - height), width,
            height};
}

bool CropStudy::update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) {
    if (!view.export_size || view.export_size->width < 1 || view.export_size->height < 1) {
        *this = CropStudy(std::move(picture_));  // a sheet that is closed holds no memory
        return false;
    }
    const PixelSize size = *view.export_size;
    const Moment wanted{size, view.export_step.value_or(trainer.step())};
    const bool another =
        !moment_ || moment_->size != size || (view.export_step && moment_->step != wanted.step);
    const bool measured = !original_ || original_->done();
    const bool done = moment_ && next_row_ >= part_.height && measured;
    if (another || (done && *moment_ != wanted && (!training || training->due()))) {
        asked_ = another;
        if (!begin(trainer, wanted)) return false;
    } else if (done) {
        return false;
    }
    if (training && !asked_ && !training->due()) return false;
    const ShareOfTime::Part part(training);
    advance(trainer);
    return !training || asked_;
}

bool CropStudy::begin(const Trainer& trainer, const Moment& moment) {
    auto parameters = trainer.parameters_at(moment.step);
    if (!parameters) return false;  // thinned out: what was drawn stays
    const Image& target = trainer.dataset().target;
    parameters_ = std::move(*parameters);
    if (!moment_ || moment_->size != moment.size) {
        part_ = detail_of(target, moment.size);
        bicubic_ = std::make_shared<const Image>(
            resample_part(target, moment.size.width, moment.size.height, part_, Filter::bicubic));
    }
    moment_ = moment;
    drawing_ = make_image(part_.width, part_.height, target.channels);
    next_row_ = 0;
    original_.reset();
    if (picture_ && (picture_->width > target.width || picture_->height > target.height))
        original_ = std::make_unique<OriginalStudy>(picture_, target, moment.size, part_);
    return true;
}

void CropStudy::advance(Trainer& trainer) {
    if (next_row_ < part_.height) {
        const Grid& grid = trainer.dataset().grid;
        const int rows =
            std::min(rows_per_part(trainer.backend(), grid, {part_.width, moment_->size.height}),
                     part_.height - next_row_);
        const Image drawn =
            draw_part(trainer.backend(), grid, moment_->size,
                      {part_.x, part_.y + next_row_, part_.width, rows}, parameters_);
        std::copy(drawn.values.begin(), drawn.values.end(), drawing_.row(next_row_));
        next_row_ += rows;
        if (next_row_ < part_.height) return;
        asked_ = false;
        return tell();
    }
    if (original_ && original_->advance(trainer, parameters_)) tell();
}

void CropStudy::tell() {
    ExportCrop crop;
    // While the run goes on, its last measure stays until there is a newer one.
    if (original_ && newest_ && newest_->size == moment_->size) crop = *newest_;
    crop.size = moment_->size;
    crop.part = part_;
    crop.network = std::make_shared<const Image>(drawing_);
    crop.bicubic = bicubic_;
    if (original_ && original_->done()) crop.methods = original_->methods();
    newest_ = std::make_shared<const ExportCrop>(std::move(crop));
}

}  // namespace redraw
