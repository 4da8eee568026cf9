#include "engine/features/enlarge/enlargement.h"

#include "engine/data/doubling.h"
#include "engine/data/internal_examples.h"
#include "engine/data/resolve.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace redraw {
namespace {

constexpr Filter kFilters[] = {Filter::nearest, Filter::bilinear, Filter::bicubic, Filter::lanczos};
constexpr std::size_t kMostCells = 160;
constexpr int kReach = 8;  // half-size pixels read around a cell for interpolation, with a reserve

// If at least this many held-out cells have content, methods are compared on held-out cells only.
constexpr std::size_t kEnoughCells = 8;
// A cell has content if the lightest and darkest value of a channel differ by more than this.
constexpr float kContent = 8.0f / 255;
// The dB by which nearest-neighbour interpolation has to lead to be chosen, if few held-out cells
// have content. On pixel art it is exact or many dB ahead; on noise it is not.
constexpr double kNearestAhead = 3;

// Returns value `i` clamped to [0, 1]; a colour of RGBA is weighted by its opacity.
float seen(const Image& image, std::size_t i) {
    const auto channels = std::size_t(image.channels);
    const float value = std::clamp(image.values[i], 0.0f, 1.0f);
    if (channels != 4 || i % channels == 3) return value;
    return value * image.values[i / channels * channels + 3];
}

double squared_error(const Image& a, const Image& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.values.size(); ++i) {
        const double difference = double(seen(a, i)) - seen(b, i);
        sum += difference * difference;
    }
    return sum;
}

bool has_content(const Image& picture, const PixelRect& cell) {
    const Image part = mirrored_part(picture, cell);
    const auto channels = std::size_t(part.channels);
    for (std::size_t c = 0; c < channels; ++c) {
        float least = 1, most = 0;
        for (std::size_t i = c; i < part.values.size(); i += channels) {
            least = std::min(least, seen(part, i));
            most = std::max(most, seen(part, i));
        }
        if (most - least > kContent) return true;
    }
    return false;
}

// Returns a cell as `filter` interpolates it from the half-size version of the picture.
Image interpolated(const Image& picture, const PixelRect& cell, Filter filter) {
    const PixelRect around{cell.x - 2 * kReach, cell.y - 2 * kReach, cell.width + 4 * kReach,
                           cell.height + 4 * kReach};
    const Image half = halved(mirrored_part(picture, around));
    return resample_part(half, around.width, around.height,
                         {2 * kReach, 2 * kReach, cell.width, cell.height}, filter);
}

}  // namespace

std::optional<Filter> enlarging_interpolation(const HalfSizePsnr& psnr) {
    const auto held_out = [&](std::size_t filter) { return psnr.held_out[1 + filter]; };
    if (psnr.everywhere.empty()) {
        const auto best = std::ranges::max_element(psnr.held_out) - psnr.held_out.begin();
        if (best == 0 || psnr.held_out_cells == 0) return std::nullopt;
        return kFilters[best - 1];
    }
    const auto smooth =
        std::ranges::max_element(psnr.everywhere.begin() + 1, psnr.everywhere.end(), {}) -
        psnr.everywhere.begin();
    const bool blocks = psnr.everywhere[0] >= psnr.everywhere[std::size_t(smooth)] + kNearestAhead;
    const std::size_t best = blocks ? 0 : std::size_t(smooth);
    if (psnr.held_out_cells == 0) return blocks ? std::optional(Filter::nearest) : std::nullopt;
    return held_out(best) > psnr.held_out[0] ? std::optional(kFilters[best]) : std::nullopt;
}

const Quality* HalfSizeResult::better_than_network() const {
    if (!interpolation) return nullptr;
    return &*std::ranges::find(methods, name_of(*interpolation), &Quality::method);
}

HalfSizeTest::HalfSizeTest(Backend& backend, std::shared_ptr<const Image> picture)
    : backend_(backend),
      picture_(std::move(picture)),
      grid_(picture_grid(picture_->width, picture_->height)),
      held_out_(held_out_cells(picture_->width, picture_->height, kMostCells)),
      errors_(1 + std::size(kFilters), 0.0),
      any_errors_(std::size(kFilters), 0.0) {
    const auto content = [&](const PixelRect& cell) { return has_content(*picture_, cell); };
    if (std::size_t(std::ranges::count_if(held_out_, content)) >= kEnoughCells) return;
    const auto busy = whole_cells(picture_->width, picture_->height, content);
    any_ = evenly_chosen(busy, kMostCells);
    held_out_ = busy;
    std::erase_if(held_out_,
                  [](const PixelRect& cell) { return !is_held_out(cell.width, cell.x, cell.y); });
    held_out_ = evenly_chosen(held_out_, kMostCells);
}

bool HalfSizeTest::advance() {
    if (next_ < held_out_.size())
        look_at_held_out(held_out_[next_++]);
    else if (next_ < held_out_.size() + any_.size())
        look_at_any(any_[next_++ - held_out_.size()]);
    return next_ == held_out_.size() + any_.size();
}

double HalfSizeTest::progress() const {
    const std::size_t cells = held_out_.size() + any_.size();
    return cells == 0 ? 1 : double(next_) / double(cells);
}

void HalfSizeTest::look_at_held_out(const PixelRect& cell) {
    const Image truth = mirrored_part(*picture_, cell);
    errors_[0] += squared_error(backend_.render(grid_, cell)->on_host(), truth);
    for (std::size_t f = 0; f < std::size(kFilters); ++f)
        errors_[1 + f] += squared_error(interpolated(*picture_, cell, kFilters[f]), truth);
    pixels_ += truth.pixel_count();
}

void HalfSizeTest::look_at_any(const PixelRect& cell) {
    const Image truth = mirrored_part(*picture_, cell);
    for (std::size_t f = 0; f < std::size(kFilters); ++f)
        any_errors_[f] += squared_error(interpolated(*picture_, cell, kFilters[f]), truth);
    any_pixels_ += truth.pixel_count();
}

HalfSizeResult HalfSizeTest::worth() const {
    const auto psnr = [&](const std::vector<double>& errors, std::size_t pixels) {
        std::vector<double> decibels;
        for (const double error : errors)
            decibels.push_back(pixels == 0
                                   ? std::numeric_limits<double>::quiet_NaN()
                                   : psnr_of_mse(error / (double(pixels) * picture_->channels)));
        return decibels;
    };
    HalfSizePsnr measured{psnr(errors_, pixels_), held_out_.size(), {}};
    if (any_pixels_ > 0) measured.everywhere = psnr(any_errors_, any_pixels_);
    HalfSizeResult worth{{}, pixels_, enlarging_interpolation(measured)};
    // If no held-out cell has content, the network is not measured, and the interpolations are
    // reported on other cells with content.
    const bool elsewhere = pixels_ == 0 && any_pixels_ > 0;
    for (std::size_t i = 0; i < errors_.size(); ++i)
        worth.methods.push_back(
            {i == 0 ? "network" : std::string(name_of(kFilters[i - 1])),
             elsewhere && i > 0 ? measured.everywhere[i - 1] : measured.held_out[i], 0});
    return worth;
}

Enlargement::Enlargement(Image&& picture, Config config, const BackendOptions& options)
    : config_(std::move(config)) {
    Image target =
        learns_as_it_is(picture, config_) ? std::move(picture) : make_target(picture, config_);
    picture = {};
    config_ = resolve(config_, target);
    loop_ = new_step_loop(options, config_, make_dataset_of_target(std::move(target), config_));
}

bool Enlargement::advance() {
    if (loop_.step < steps()) {
        if (loop_.advance(config_, loop_.burst()).diverged)
            throw Error(
                "Learning diverged: the loss is no longer a number. Another --seed may help.");
        return false;
    }
    if (!study_) study_ = std::make_unique<HalfSizeTest>(backend(), picture());
    if (!study_->advance()) return false;
    worth_ = study_->worth();
    return true;
}

double Enlargement::progress() const {
    constexpr double kTraining = 0.9;
    const double trained = steps() > 0 ? double(loop_.step) / double(steps()) : 1;
    return kTraining * trained + (1 - kTraining) * (study_ ? study_->progress() : 0);
}

}  // namespace redraw
