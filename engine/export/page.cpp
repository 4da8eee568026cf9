#include "engine/export/page.h"

#include "engine/data/dataset.h"
#include "engine/drawing/drawing.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/error.h"
#include "engine/export/page_text.h"
#include "engine/file/atomic_file.h"
#include "engine/image/image_writer.h"
#include "engine/image/resample.h"
#include "engine/run/keyframes.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace redraw {
namespace {

// Mean differences between drawings, of values from 0 to 1, that rounding may cost: at most 1/255,
// less what a graphics card's arithmetic adds. The last moment, which is looked at most, is drawn
// closer where that is cheap.
constexpr double kMostError = 0.85 / 255, kMostLastError = 0.4 / 255;
// Of those that are told by what differs from a network's drawing, and of that network.
constexpr double kMostDifferent = 0.94 / 255, kMostShared = 1.2 / 255;
constexpr double kOfRounded = 0.9;       // of what is seen in bytes, at the size that was learned
constexpr std::size_t kCheap = 300'000;  // parameters
// Pixels of each drawing, to measure that; of a network of windows, whose parts need what is around
// them, a square of so many a side.
constexpr int kLooksAt = 16'000, kLooksAtWindows = 64;

// The pictures in it beside the drawings.
constexpr int kOriginalSide = 1024, kStillSide = 512;
constexpr std::size_t kMostOriginal = 120'000, kMostStill = 40'000, kLosslessBelow = 60'000;
// Of a network of windows the picture is what it draws from, and has to be whole.
constexpr std::size_t kMostExact = 1'300'000;

Image no_larger(const Image& image, int side) {
    const int longer = std::max(image.width, image.height);
    if (longer <= side) return image;
    const auto scaled = [&](int length) {
        return std::max(1, int(std::lround(double(length) * side / longer)));
    };
    return resample_area(image, scaled(image.width), scaled(image.height));
}

// As WebP of at most so many bytes, or the smallest of those tried.
std::vector<std::byte> small_picture(const Image& image, int side, std::size_t most) {
    const Image shown = no_larger(image, side);
    auto lossless = encode_image(shown, ImageFormat::webp);
    if (lossless.size() <= std::min(kLosslessBelow, most)) return lossless;
    std::vector<std::byte> bytes;
    for (const double share : {1.0, 0.75, 0.5, 0.25, 0.125}) {
        const Image smaller = no_larger(shown, std::max(1, int(side * share)));
        for (const int quality : {85, 70, 50}) {
            bytes = encode_image(smaller, ImageFormat::webp, {.quality = quality, .lossy = true});
            if (bytes.size() <= most) return bytes;
        }
    }
    return bytes;
}

// Bands of the drawing, evenly spread, that have about so many pixels together.
std::vector<PixelRect> bands(const Image& target, bool windows) {
    if (windows) {
        const int width = std::min(target.width, kLooksAtWindows);
        const int height = std::min(target.height, kLooksAtWindows);
        return {{(target.width - width) / 2, (target.height - height) / 2, width, height}};
    }
    const int rows = std::max(8, kLooksAt / target.width);
    if (rows >= target.height) return {{0, 0, target.width, target.height}};
    constexpr int kBands = 8;
    std::vector<PixelRect> parts;
    const int each = std::max(1, rows / kBands);
    for (int i = 0; i < kBands; ++i) {
        const int y = int(std::int64_t(target.height - each) * i / (kBands - 1));
        parts.push_back({0, y, target.width, each});
    }
    return parts;
}

// To what is seen; where a network's numbers are none there is nothing.
void clamp(Image& drawing) {
    for (float& value : drawing.values) value = value > 0 ? std::min(value, 1.0f) : 0;
}

// Of parts that are added one by one.
class MeanDifference {
public:
    void add(const Image& seen, const Image& wanted) {
        constexpr int kLevels = 255;
        count_ += seen.values.size();
        for (std::size_t i = 0; i < seen.values.size(); ++i) {
            const float a = seen.values[i], b = wanted.values[i];
            sum_ += std::abs(double(a) - double(b));
            levels_ += std::abs(quantise(a, kLevels) - quantise(b, kLevels)) / double(kLevels);
        }
    }
    // Rounded to bytes, too, as they are seen: of flat drawings that is more, or less.
    double value() const { return std::max(sum_, kOfRounded * levels_) / double(count_); }

private:
    double sum_ = 0, levels_ = 0;
    std::size_t count_ = 0;
};

std::size_t in_base64(std::size_t bytes) {
    return (bytes + 2) / 3 * 4;
}

}  // namespace

PageSource page_source(const RunFile& run, std::optional<std::int64_t> last) {
    PageSource source{.network = run.config().network,
                      .name = run.picture_name(),
                      .target = std::make_shared<const Image>(run.target()),
                      .original = nullptr,
                      .moments = run.keyframes(),
                      .steps_per_epoch = 1,
                      .parameters_at = {},
                      .measured = run.measured()};
    if (auto original = run.source())
        source.original = std::make_shared<const Image>(std::move(*original));
    source.steps_per_epoch = steps_per_epoch(run.config(), run.target_size());
    const auto state = run.state();
    auto& moments = source.moments;
    if (state && (moments.empty() || moments.back().step < state->step))
        moments.push_back({state->step, std::numeric_limits<float>::quiet_NaN()});
    if (last) std::erase_if(moments, [&](const Keyframe& moment) { return moment.step > *last; });
    if (moments.empty()) throw Error(display_name(run.path()) + " holds no trained network.");
    source.parameters_at = [&run](std::int64_t step) { return run.require_parameters(step); };
    return source;
}

PageExport::PageExport(Backend& backend, PageSource source, std::filesystem::path path,
                       std::size_t most_numbers)
    : backend_(backend),
      source_(std::move(source)),
      path_(std::move(path)),
      most_numbers_(most_numbers),
      tensors_(page_tensors(source_.network, source_.target->channels)),
      looked_at_(bands(*source_.target, source_.network.encoding == Encoding::window)) {
    REDRAW_CHECK(!source_.moments.empty(), "a page has a moment");
    const Image& target = *source_.target;
    if (source_.network.encoding == Encoding::window) {
        const auto exact = encode_png(target, 8);
        if (exact.size() > kMostExact)
            throw Error(
                fmt::format("Cannot write {}: this network draws from the picture, which takes {} "
                            "as PNG, and a "
                            "page holds at most {}.",
                            display_name(path_), redraw::bytes(double(exact.size())),
                            redraw::bytes(double(kMostExact))));
        original_ = base64(exact);
    } else {
        original_ = base64(small_picture(source_.original ? *source_.original : target,
                                         kOriginalSide, kMostOriginal));
    }
    choose(kMostPageMoments);
}

// So many of the kept moments, spread as evenly over the logarithm of the steps as they go.
void PageExport::choose(std::size_t count) {
    chosen_ = source_.moments;
    if (chosen_.size() > count) {
        std::vector<std::int64_t> steps;
        for (const Keyframe& moment : chosen_) steps.push_back(moment.step);
        const std::vector<std::int64_t> stay = thinned(steps, count);
        std::erase_if(chosen_, [&](const Keyframe& moment) {
            return !std::ranges::binary_search(stay, moment.step);
        });
    }
    if (count == 1) chosen_ = {source_.moments.back()};
    if (by_difference_) {
        std::vector<Keyframe> told;
        for (const std::size_t i : difference_order(chosen_.size())) told.push_back(chosen_[i]);
        chosen_ = std::move(told);
        differences_.emplace(whole(shared_->values), [](const Image& seen, const Image& wanted) {
            MeanDifference difference;
            difference.add(seen, wanted);
            return difference.value();
        });
    } else {
        std::ranges::reverse(chosen_);
    }
    // The last is packed by itself and stays.
    packed_.resize(std::min<std::size_t>(packed_.size(), by_difference_ ? 0 : 1));
}

// One network for all moments, and what differs from its drawing for each.
void PageExport::tell_by_difference() {
    by_difference_ = true;
    const std::vector<float> parameters = source_.parameters_at(source_.moments.back().step);
    const std::vector<Image> wanted = drawn(parameters);
    const DrawingError error = [&](std::span<const float> values) {
        return error_of(values, wanted);
    };
    shared_ = pack_page_moment(tensors_, parameters, std::vector<float>(parameters.size()),
                               balanced_steps(tensors_, parameters, error), error, kMostShared);
    room_ = 0;  // the page says more now
    const std::size_t held = most_numbers_ / source_.target->values.size();
    const std::size_t most = std::clamp<std::size_t>(held, 1, kMostPageMoments);
    too_many_ = most + 1;
    choose(most);
}

// Where a quarter of the moments or more would not fit as networks, and a coarser one would: by
// half a bit a number, and not more.
bool PageExport::networks_are_too_large() const {
    if (by_difference_ || source_.network.encoding == Encoding::window || !best_.empty())
        return false;
    constexpr std::size_t kNumbersAByte = 16;
    const std::size_t saved = in_base64(tensors_.back().tensor.end() / kNumbersAByte);
    return packed_.size() == 1 ? needed_ <= room_ + saved
                               : 4 * packed_.size() <= 3 * chosen_.size();
}

Image PageExport::whole(std::span<const float> parameters) {
    const PixelSize size{source_.target->width, source_.target->height};
    Image drawing = draw_rows(backend_, picture_grid(size.width, size.height), size, 0, size.height,
                              parameters);
    clamp(drawing);
    return drawing;
}

std::vector<Image> PageExport::drawn(std::span<const float> parameters) {
    const Image& target = *source_.target;
    std::vector<Image> parts;
    for (const PixelRect& part : looked_at_) {
        parts.push_back(draw_part(backend_, picture_grid(target.width, target.height),
                                  {target.width, target.height}, part, parameters));
        clamp(parts.back());
    }
    return parts;
}

double PageExport::error_of(std::span<const float> values, const std::vector<Image>& wanted) {
    const std::vector<Image> seen = drawn(values);
    MeanDifference difference;
    for (std::size_t p = 0; p < seen.size(); ++p) difference.add(seen[p], wanted[p]);
    return difference.value();
}

void PageExport::pack_next() {
    const Keyframe& moment = chosen_[packed_.size()];
    if (!by_difference_) return pack_network(moment);
    const Image wanted = whole(source_.parameters_at(moment.step));
    packed_.push_back({moment, {}, differences_->add(moment.step, wanted, kMostDifferent)});
}

void PageExport::pack_network(const Keyframe& moment) {
    const std::vector<float> parameters = source_.parameters_at(moment.step);
    const std::vector<Image> wanted = drawn(parameters);
    const bool last = packed_.empty();
    const std::vector<float> after =
        last ? std::vector<float>(parameters.size()) : packed_.back().numbers.values;
    const bool closer = last && parameters.size() <= kCheap;
    const DrawingError error = [&](std::span<const float> values) {
        return error_of(values, wanted);
    };
    constexpr std::size_t kBalancedEach = 4;
    if (packed_.size() % kBalancedEach <= 1)
        balanced_ = balanced_steps(tensors_, parameters, error);
    packed_.push_back({moment,
                       pack_page_moment(tensors_, parameters, after, balanced_, error,
                                        closer ? kMostLastError : kMostError),
                       {}});
    // Of those before it only the bytes are needed, but for the last, which others may begin from.
    if (packed_.size() > 2) packed_[packed_.size() - 2].numbers.values = {};
    if (!last) return;
    still_ = base64(small_picture(whole(packed_.front().numbers.values), kStillSide, kMostStill));
}

// Beside all else the moments' bytes, and what each moment takes among the facts.
bool PageExport::fits() {
    if (room_ == 0) room_ = kMostPageBytes - std::min(kMostPageBytes, text().size());
    const std::size_t facts_each = 120 + 6 * tensors_.size();
    std::size_t numbers = 0, shares = 0;
    for (const Packed& packed : packed_) {
        numbers += packed.numbers.bytes.size();
        if (!packed.difference) continue;
        numbers += packed.difference->bytes.size();
        shares += packed.difference->shares.size();
    }
    needed_ = in_base64(numbers) + facts_each * chosen_.size() + 4 * shares;
    return needed_ <= room_;
}

void PageExport::refuse() const {
    throw Error(fmt::format(
        "Cannot write {}: a page holds {}, and the {} numbers of this network take {} too many; "
        "one that was learned with --parameters 500k fits.",
        display_name(path_), redraw::bytes(double(kMostPageBytes)),
        thousands(std::int64_t(tensors_.back().tensor.end())),
        redraw::bytes(double(needed_ - room_))));
}

// Of counts that fit and counts that do not the next between them; false where they are close.
bool PageExport::choose_between() {
    const std::size_t fitting = best_.size();
    if (too_many_ - fitting <= 1 + fitting / 10 || fitting == source_.moments.size()) return false;
    choose(std::max(fitting + 1, fitting + (too_many_ - fitting) / 2));
    return true;
}

bool PageExport::advance() {
    if (is_chosen_) {
        if (measure_next()) return false;
        write();
        return true;
    }
    if (packed_.size() < chosen_.size()) pack_next();
    if (!fits()) {
        if (networks_are_too_large()) {
            tell_by_difference();
            return false;
        }
        if (packed_.size() == 1) refuse();
        too_many_ = chosen_.size();
        if (best_.empty())  // further apart they take a little more each
            choose(std::max<std::size_t>(1, std::min(too_many_ * 9 / 10, packed_.size() - 1)));
        else
            is_chosen_ = !choose_between();
        return false;
    }
    if (packed_.size() < chosen_.size()) return false;
    best_ = packed_;
    is_chosen_ = !choose_between();
    return false;
}

// Measures a moment as its export at the size learned, not as the page's rounded network.
bool PageExport::measure_next() {
    for (const Packed& packed : best_) {
        const std::int64_t step = packed.moment.step;
        if (psnr_.contains(step)) continue;
        const auto known = std::ranges::find_if(
            source_.measured, [&](const MeasuredPsnr& of) { return of.whole && of.step == step; });
        const Image& target = *source_.target;
        psnr_[step] = step == 0 ? std::numeric_limits<double>::quiet_NaN()  // nothing is learned
                      : known != source_.measured.end()
                          ? known->psnr
                          : drawn_psnr(backend_, target, picture_grid(target.width, target.height),
                                       source_.parameters_at(step));
        return true;
    }
    return false;
}

std::string PageExport::text() const {
    PageText page{.network = &source_.network,
                  .channels = source_.target->channels,
                  .samples_across = backend_.samples_across(),
                  .size = {source_.target->width, source_.target->height},
                  .name = source_.name,
                  .tensors = tensors_,
                  .shared = shared_ ? &*shared_ : nullptr,
                  .moments = {},
                  .original = original_,
                  .still = still_};
    for (const Packed& packed : best_)
        page.moments.push_back(
            {packed.moment, double(packed.moment.step) / double(source_.steps_per_epoch),
             psnr_.contains(packed.moment.step) ? psnr_.at(packed.moment.step)
                                                : std::numeric_limits<double>::quiet_NaN(),
             &packed.numbers, packed.difference ? &*packed.difference : nullptr});
    return page_text(page);
}

void PageExport::write() {
    const std::string page = text();
    bytes_ = page.size();
    write_file_atomically(path_, std::as_bytes(std::span(page)));
}

double PageExport::progress() const {
    return double(packed_.size()) / double(chosen_.size());
}

}  // namespace redraw
