#include "engine/features/studies/original_psnr.h"

#include "engine/drawing/drawing.h"
#include "engine/features/enlarge/enlargement.h"
#include "engine/features/studies/export_preview.h"
#include "engine/training/trainer.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <tuple>

namespace redraw {
namespace {

PixelRect area_of(const Image& picture, PixelSize size, const PixelRect& part) {
    if (compared_whole(picture)) return {0, 0, picture.width, picture.height};
    const double across = double(picture.width) / size.width;
    const double down = double(picture.height) / size.height;
    PixelRect area{int(part.x * across), int(part.y * down), int(std::ceil(part.width * across)),
                   int(std::ceil(part.height * down))};
    // Keeps only the middle of an area with long sides, because the detail of a small export can
    // cover very many pixels of a large picture.
    const double most = std::sqrt(double(kComparedWhole));
    for (const auto& [start, length, limit] : {std::tuple{&area.x, &area.width, picture.width},
                                               std::tuple{&area.y, &area.height, picture.height}}) {
        const int kept = std::clamp(*length, 1, std::min(limit, int(most)));
        *start = std::clamp(*start + (*length - kept) / 2, 0, limit - kept);
        *length = kept;
    }
    return area;
}

bool is_of_windows(const Trainer& trainer) {
    return trainer.config().network.encoding == Encoding::window;
}

}  // namespace

// Returns the measurement to make: the half-size self-test for a network that enlarges (window
// encoding); for others, the comparison with the picture as it was opened. Null if that picture is
// unknown or not larger than the training size.
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
    // Publishes nothing if PSNR could not be measured, because no part of the picture has contrast.
    if (std::isnan(psnr("network"))) return false;
    newest_ = std::make_shared<const OriginalPsnr>(
        OriginalPsnr{.step = step_,
                     .psnr = psnr("network"),
                     .whole = half || compared_whole(*picture_),
                     .own_half = half,
                     .bicubic = psnr("bicubic"),
                     .lanczos = psnr("lanczos")});
    return false;
}

OriginalComparison::OriginalComparison(Trainer& trainer, std::shared_ptr<const Image> picture,
                                       PixelSize size, const PixelRect& part,
                                       std::vector<float> parameters)
    : trainer_(trainer),
      parameters_(std::move(parameters)),
      picture_(std::move(picture)),
      area_(area_of(*picture_, size, part)),
      channels_(trainer.channels()) {}

int OriginalComparison::window_rows() const {
    return std::max(1, area_.height - kSsimWindow + 1);
}

// Begins the next band of rows. Its SSIM windows (squares of pixels) reach into the band below, so
// that the mean over all bands equals the mean over the whole area.
void OriginalComparison::begin_band() {
    const Grid& grid = trainer_.dataset().grid;
    rows_ = std::min(std::max(kSsimWindow, rows_per_part(trainer_.backend(), grid,
                                                         {area_.width, picture_->height})),
                     area_.height - next_row_);
    const int reach = std::min(rows_ + kSsimWindow - 1, area_.height - next_row_);
    // Converts the picture to the network's number of channels but does not threshold it to black
    // and white.
    reference_ =
        in_channels(crop(*picture_, {area_.x, area_.y + next_row_, area_.width, reach}), channels_);
}

bool OriginalComparison::advance() {
    const Dataset& dataset = trainer_.dataset();
    const PixelSize size{picture_->width, picture_->height};
    if (next_method_ == 0) begin_band();
    const PixelRect part{area_.x, area_.y + next_row_, area_.width, reference_.height};
    const Image drawn = next_method_ == 0
                            ? draw_part(trainer_.backend(), dataset.grid, size, part, parameters_)
                            : resample_part(dataset.target, size.width, size.height, part,
                                            kNames<Filter>[next_method_ - 1].value);
    Sum& sum = sums_[next_method_];
    const std::size_t values = std::size_t(rows_) * drawn.width * drawn.channels;
    sum.psnr.add(std::span(drawn.values).first(values), reference_.values);
    // Number of rows of SSIM windows that begin in this band.
    const int windows = std::min(rows_, window_rows() - next_row_);
    if (windows > 0) {
        const PixelRect rows{0, 0, part.width, std::min(windows + kSsimWindow - 1, part.height)};
        sum.ssim += windows * ssim(crop(drawn, rows), crop(reference_, rows));
    }
    if (++next_method_ < sums_.size()) return false;
    next_method_ = 0;
    next_row_ += rows_;
    return next_row_ >= area_.height;
}

std::vector<Quality> OriginalComparison::methods() const {
    std::vector<Quality> methods;
    for (std::size_t i = 0; i < sums_.size(); ++i)
        methods.push_back({i == 0 ? "network" : std::string(kNames<Filter>[i - 1].name),
                           sums_[i].psnr.psnr(), sums_[i].ssim / window_rows()});
    return methods;
}

}  // namespace redraw
