#include "engine/enlarge/own_half.h"

#include "engine/data/doubling.h"
#include "engine/data/held_out_cells.h"
#include "engine/image/metrics.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace redraw {
namespace {

constexpr Filter kFilters[] = {Filter::nearest, Filter::bilinear, Filter::bicubic, Filter::lanczos};
constexpr std::size_t kMostCells = 160;
constexpr int kReach = 8;  // pixels around a cell that its interpolations look at, and to spare

// Of what is seen: colours count as much as they are opaque.
double squared_error(const Image& a, const Image& b) {
    double sum = 0;
    const auto channels = std::size_t(a.channels);
    for (std::size_t i = 0; i < a.values.size(); ++i) {
        const bool weighted = channels == 4 && i % channels != 3;
        const auto seen = [&](const Image& image) {
            const float value = std::clamp(image.values[i], 0.0f, 1.0f);
            return double(value) * (weighted ? image.values[i / channels * channels + 3] : 1.0f);
        };
        const double difference = seen(a) - seen(b);
        sum += difference * difference;
    }
    return sum;
}

// The cell as it is interpolated from the half of the picture around it.
Image interpolated(const Image& picture, const PixelRect& cell, Filter filter) {
    const PixelRect around{cell.x - 2 * kReach, cell.y - 2 * kReach, cell.width + 4 * kReach,
                           cell.height + 4 * kReach};
    const Image half = halved(mirrored_part(picture, around));
    return resample_part(half, around.width, around.height,
                         {2 * kReach, 2 * kReach, cell.width, cell.height}, filter);
}

}  // namespace

const Quality* OwnHalfWorth::better_than_network() const {
    const auto best = std::ranges::max_element(methods, {}, &Quality::psnr);
    return pixels == 0 || best == methods.begin() ? nullptr : &*best;
}

Filter OwnHalfWorth::filter_of(const Quality& interpolation) const {
    return kFilters[&interpolation - methods.data() - 1];
}

OwnHalfStudy::OwnHalfStudy(Backend& backend, std::shared_ptr<const Image> picture)
    : backend_(backend),
      picture_(std::move(picture)),
      grid_(picture_grid(picture_->width, picture_->height)),
      cells_(held_out_cells(picture_->width, picture_->height, kMostCells)),
      errors_(1 + std::size(kFilters), 0.0) {}

bool OwnHalfStudy::advance() {
    if (next_ < cells_.size()) look_at(cells_[next_++]);
    return next_ == cells_.size();
}

double OwnHalfStudy::progress() const {
    return cells_.empty() ? 1 : double(next_) / double(cells_.size());
}

void OwnHalfStudy::look_at(const PixelRect& cell) {
    const Image truth = mirrored_part(*picture_, cell);
    errors_[0] += squared_error(backend_.render(grid_, cell)->on_host(), truth);
    for (std::size_t f = 0; f < std::size(kFilters); ++f)
        errors_[1 + f] += squared_error(interpolated(*picture_, cell, kFilters[f]), truth);
    pixels_ += truth.pixel_count();
}

OwnHalfWorth OwnHalfStudy::worth() const {
    OwnHalfWorth worth;
    worth.pixels = pixels_;
    const double values = std::max(1.0, double(pixels_) * picture_->channels);
    for (std::size_t i = 0; i < errors_.size(); ++i)
        worth.methods.push_back({i == 0 ? "network" : std::string(name_of(kFilters[i - 1])),
                                 psnr_of_mse(errors_[i] / values), 0});
    return worth;
}

}  // namespace redraw
