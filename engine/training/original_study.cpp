#include "engine/training/original_study.h"

#include "engine/image/image_writer.h"
#include "engine/image/metrics.h"
#include "engine/image/resample.h"
#include "engine/run/drawing.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace redraw {
namespace {

// Of the picture, as the run sees it: in the network's channels, but not its two colours only.
Image reference_part(const Image& picture, const PixelRect& part, int channels) {
    Image cut = make_image(part.width, part.height, picture.channels);
    for (int y = 0; y < part.height; ++y)
        std::copy_n(picture.row(part.y + y) + std::ptrdiff_t(part.x) * picture.channels,
                    std::ptrdiff_t(part.width) * picture.channels, cut.row(y));
    Config config;
    config.data.train_size.longer_side = 0;
    config.data.channels = channels == 1   ? ChannelMode::gray
                           : channels == 3 ? ChannelMode::color
                                           : ChannelMode::alpha;
    return make_dataset(cut, config).target;
}

// After clamping and rounding to 8 bits, as PSNR is stated everywhere.
double squared_error(const Image& a, const Image& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.values.size(); ++i) {
        const int difference = int(quantise(a.values[i], 255)) - int(quantise(b.values[i], 255));
        sum += difference * difference;
    }
    return sum / (255.0 * 255.0);
}

PixelRect area_of(const Image& picture, PixelSize size, const PixelRect& part) {
    if (compared_whole(picture)) return {0, 0, picture.width, picture.height};
    const double across = double(picture.width) / size.width;
    const double down = double(picture.height) / size.height;
    PixelRect area{int(part.x * across), int(part.y * down), int(std::ceil(part.width * across)),
                   int(std::ceil(part.height * down))};
    // A small export's detail is a large part of a large picture: its middle will do.
    const double most = std::sqrt(double(kComparedWhole));
    for (const auto& [start, length, limit] : {std::tuple{&area.x, &area.width, picture.width},
                                               std::tuple{&area.y, &area.height, picture.height}}) {
        const int kept = std::clamp(*length, 1, std::min(limit, int(most)));
        *start = std::clamp(*start + (*length - kept) / 2, 0, limit - kept);
        *length = kept;
    }
    return area;
}

}  // namespace

OriginalStudy::OriginalStudy(std::shared_ptr<const Image> picture, const Image& target,
                             PixelSize size, const PixelRect& part)
    : picture_(std::move(picture)),
      area_(area_of(*picture_, size, part)),
      channels_(target.channels) {}

bool OriginalStudy::advance(Trainer& trainer, std::span<const float> parameters) {
    const Dataset& dataset = trainer.dataset();
    const PixelSize size{picture_->width, picture_->height};
    const int rows =
        std::min(rows_per_part(dataset.grid, {area_.width, size.height}), area_.height - next_row_);
    const PixelRect part{area_.x, area_.y + next_row_, area_.width, rows};
    const Image reference = reference_part(*picture_, part, channels_);
    network_error_ += squared_error(
        draw_part(trainer.backend(), dataset.grid, size, part, parameters), reference);
    bicubic_error_ += squared_error(
        resample_part(dataset.target, size.width, size.height, part, Filter::bicubic), reference);
    next_row_ += rows;
    return done();
}

float OriginalStudy::psnr_of(double error) const {
    const double values = double(area_.width) * area_.height * channels_;
    return float(psnr_of_mse(error / values));
}

}  // namespace redraw
