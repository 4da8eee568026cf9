#include "engine/features/page/page.h"

#include "engine/drawing/drawing.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/error.h"
#include "engine/image/image_writer.h"
#include "engine/run/history.h"
#include "engine/run/keyframes.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

// Largest mean difference between renders, in values from 0 to 1, that rounding parameters may
// cause: 1/255 less a margin for GPU arithmetic. kMostLastError is for the last checkpoint of a
// small network, which is viewed most.
constexpr double kMostError = 0.85 / 255, kMostLastError = 0.4 / 255;
constexpr double kOfRounded = 0.9;       // weight of the difference after rounding to 8 bits
constexpr std::size_t kCheap = 300'000;  // parameters; a network up to this size counts as small
// About how many pixels are rendered to measure how rounding the parameters changes the render,
// which is most of the work. A grid needs more, because each of its numbers acts on few pixels. A
// window network (Encoding::window) renders one square, at most kLooksAtWindows pixels a side.
constexpr int kLooksAt = 4'000, kLooksAtGrid = 16'000, kLooksAtWindows = 64;

// Limits of the last checkpoint's picture, for browsers that cannot render it: pixels a side, and
// bytes.
constexpr int kFinishedSide = 512;
constexpr std::size_t kMostFinished = 40'000;

// Limits for a page whose networks do not all fit into its bytes, unless a window network. The page
// is planned for at least kLeastMoments checkpoints, and for more if each still image gets the
// bytes of least_still_bytes(), measured on kMeasuredStills renders. Networks other than the last
// one stay only if every still image gets twice that size.
constexpr std::size_t kLeastMoments = 20, kMeasuredStills = 3;
constexpr double kNotLearned = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kStillFacts = 150;  // upper limit of a still's metadata in bytes

// Returns evenly spread bands of about kLooksAt or kLooksAtGrid pixels in total, in wide pictures
// more; for windows a square in the middle.
std::vector<PixelRect> bands(const Image& target, Encoding encoding) {
    if (encoding == Encoding::window) {
        const int width = std::min(target.width, kLooksAtWindows);
        const int height = std::min(target.height, kLooksAtWindows);
        return {{(target.width - width) / 2, (target.height - height) / 2, width, height}};
    }
    const int pixels = encoding == Encoding::grid ? kLooksAtGrid : kLooksAt;
    const int rows = std::max(8, pixels / target.width);
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

std::size_t in_base64(std::size_t bytes) {
    return (bytes + 2) / 3 * 4;
}
std::size_t in_page(std::size_t still_bytes) {
    return in_base64(still_bytes) + kStillFacts;
}

}  // namespace

PageNetwork::PageNetwork(PageSource source, std::string page, FindRoom find_room)
    : source_(std::move(source)),
      page_(std::move(page)),
      find_room_(std::move(find_room)),
      tensors_(page_tensors(source_.network, source_.target->channels)),
      looked_at_(bands(*source_.target, source_.network.encoding)) {
    REDRAW_CHECK(!source_.moments.empty(), "a page has a moment");
    choose(kMostPageMoments);
}

// Chooses up to `count` checkpoints, spread about evenly over the logarithm of their steps.
void PageNetwork::choose(std::size_t count) {
    chosen_ = source_.moments;
    if (chosen_.size() > count) {
        const std::vector<std::int64_t> stay = thinned(steps_of(chosen_), count);
        std::erase_if(chosen_, [&](const Keyframe& moment) {
            return !std::ranges::binary_search(stay, moment.step);
        });
    }
    if (count == 1) chosen_ = {source_.moments.back()};
    std::ranges::reverse(chosen_);
    packed_.resize(std::min<std::size_t>(packed_.size(), 1));  // keeps the last checkpoint
}

std::vector<Image> PageNetwork::drawn(std::span<const float> parameters) {
    const Image& target = *source_.target;
    std::vector<Image> parts;
    for (const PixelRect& part : looked_at_) {
        parts.push_back(draw_part(source_.backend(), picture_grid(target.width, target.height),
                                  {target.width, target.height}, part, parameters));
        clamp_to_shown(parts.back());
    }
    return parts;
}

double PageNetwork::error_of(std::span<const float> values, const std::vector<Image>& wanted) {
    constexpr int kLevels = 255;
    const std::vector<Image> seen = drawn(values);
    double sum = 0, levels = 0;  // sums of differences before and after rounding to 8 bits
    std::size_t count = 0;
    for (std::size_t p = 0; p < seen.size(); ++p) {
        count += seen[p].values.size();
        for (std::size_t i = 0; i < seen[p].values.size(); ++i) {
            const float a = seen[p].values[i], b = wanted[p].values[i];
            sum += std::abs(double(a) - double(b));
            levels += std::abs(quantise(a, kLevels) - quantise(b, kLevels)) / double(kLevels);
        }
    }
    // Takes the larger of the means before and (weighted) after 8-bit rounding, which can enlarge
    // or hide differences in flat renders.
    return std::max(sum, kOfRounded * levels) / double(count);
}

std::size_t PageNetwork::used() const {
    std::size_t numbers = 0, rest = 0;
    for (const PackedMoment& moment : packed_) {
        if (const PageStill* still = moment.still()) {
            rest += in_page(still->bytes.size());
        } else {
            numbers += moment.numbers().bytes.size();
            rest += 120 + 6 * tensors_.size();  // upper limit of the network's metadata, in bytes
        }
    }
    return in_base64(numbers) + rest;
}

void PageNetwork::begin_drawing(std::vector<float> parameters) {
    const Image& target = *source_.target;
    drawing_.emplace(PixelSize{target.width, target.height}, target.channels,
                     std::move(parameters));
}

void PageNetwork::pack_network() {
    const Keyframe& moment = chosen_[packed_.size()];
    const std::vector<float> parameters = source_.parameters_at(moment.step);
    const std::vector<Image> wanted = drawn(parameters);
    const bool last = packed_.empty();
    const std::vector<float> after =
        last ? std::vector<float>(parameters.size()) : packed_.back().numbers().values;
    const double most = last && parameters.size() <= kCheap ? kMostLastError : kMostError;
    const DrawingError error = [&](std::span<const float> values) {
        return error_of(values, wanted);
    };
    constexpr std::size_t kBalancedEach = 4;
    if (packed_.size() % kBalancedEach <= 1)
        balanced_ = balanced_steps(tensors_, parameters, error);
    packed_.push_back(
        {moment, pack_page_moment(tensors_, parameters, after, balanced_, error, most)});
    // Frees the decoded values of a checkpoint whose successor in the list is packed: only its
    // bytes are still needed. The last checkpoint keeps its values, because packing may restart
    // from it.
    if (packed_.size() > 2) std::get<PageMoment>(packed_[packed_.size() - 2].look).values = {};
    if (last) {
        phase_ = Phase::finished_picture;
        begin_drawing(packed_.front().numbers().values);
    } else if (used() > room_) {
        leave_networks();
    } else if (packed_.size() == chosen_.size()) {
        phase_ = Phase::psnr;
    }
}

void PageNetwork::add_finished_picture() {
    finished_ = base64(small_picture(drawing_->image(), kFinishedSide, kMostFinished));
    drawing_.reset();
    phase_ = Phase::room;
}

void PageNetwork::find_room() {
    room_ = find_room_(false);
    phase_ = chosen_.size() == 1 ? Phase::psnr : Phase::networks;
    if (used() <= room_) return;
    throw Error(fmt::format(
        "Cannot write {}: a page holds {}, and the {} numbers of this network take {} too many; "
        "one that was learned with --parameters {} fits.",
        page_, redraw::bytes(double(kMostPageBytes)), thousands(std::int64_t(parameters())),
        redraw::bytes(double(used() - room_)), source_.label.empty() ? "500k" : "200k"));
}

// Decides what to store when the checkpoints' networks do not all fit into the page. A window
// network gets fewer checkpoints instead of still images, because at the training size its render
// is close to its input, the picture.
void PageNetwork::leave_networks() {
    if (source_.network.encoding == Encoding::window) {
        choose(std::max<std::size_t>(1, packed_.size() * 9 / 10));
        if (chosen_.size() == 1) phase_ = Phase::psnr;
    } else {
        phase_ = Phase::least_stills;
        measure_least_still();
    }
}

void PageNetwork::measure_least_still() {
    if (drawing_) least_stills_.push_back(least_still_bytes(drawing_->image()));
    const std::size_t measured = least_stills_.size();
    if (measured < kMeasuredStills) {
        const std::size_t place = chosen_.size() * (measured + 1) / (kMeasuredStills + 1);
        return begin_drawing(source_.parameters_at(chosen_[place].step));
    }
    room_ = find_room_(true);
    const std::size_t each = in_page(*std::ranges::max_element(least_stills_));
    while (packed_.size() > 1 && used() + 2 * each * (chosen_.size() - packed_.size()) > room_)
        packed_.pop_back();
    if (packed_.size() == 1) {
        const std::size_t left = room_ - std::min(room_, used());
        choose(std::clamp(1 + left / each, kLeastMoments, kMostPageMoments));
    }
    phase_ = Phase::stills;
    begin_still();
}

// Starts rendering the next still image, from the earliest checkpoint on, if any is left. Early
// renders usually need few bytes, which leaves more for later ones.
void PageNetwork::begin_still() {
    if (packed_.size() < chosen_.size())
        return begin_drawing(
            source_.parameters_at(chosen_.rbegin()[std::ptrdiff_t(stills())].step));
    drawing_.reset();
    phase_ = Phase::psnr;
}

void PageNetwork::pack_still() {
    const auto moment = chosen_.end() - 1 - std::ptrdiff_t(stills());
    const std::size_t left = room_ - std::min(room_, used());
    const std::size_t share = left / (chosen_.size() - packed_.size());
    const std::size_t most = share > kStillFacts ? (share - kStillFacts) / 4 * 3 : 0;
    PageStill still = page_still(drawing_->image(), *source_.target, most);
    if (still.bytes.size() > most) {
        chosen_.erase(moment);  // not even the last attempt fits
    } else {
        const auto psnr = moment->step == 0 ? kNotLearned : still.psnr;
        PackedMoment look{*moment, std::move(still)};
        look.psnr = psnr;
        packed_.insert(packed_.end() - std::ptrdiff_t(stills()), std::move(look));
    }
    begin_still();
}

std::size_t PageNetwork::stills() const {
    return std::size_t(std::ranges::count_if(
        packed_, [](const PackedMoment& moment) { return moment.still() != nullptr; }));
}

void PageNetwork::advance() {
    if (drawing_ && !drawing_->advance(source_.backend())) return;
    switch (phase_) {
        case Phase::last_network:
        case Phase::networks:
            return pack_network();
        case Phase::finished_picture:
            return add_finished_picture();
        case Phase::room:
            return find_room();
        case Phase::least_stills:
            return measure_least_still();
        case Phase::stills:
            return pack_still();
        case Phase::psnr:
            if (!measure_next()) phase_ = Phase::complete;
            return;
        case Phase::complete:
            return;
    }
}

// Sets the PSNR of the next checkpoint that has none; returns false if all have one. Measures it,
// if unknown, with the run's own parameters at training size, not the page's rounded ones.
bool PageNetwork::measure_next() {
    const auto next = std::ranges::find_if(
        packed_, [](const PackedMoment& moment) { return !moment.psnr.has_value(); });
    if (next == packed_.end()) return false;
    const std::int64_t step = next->kept.step;
    const auto known = std::ranges::find_if(
        source_.measured, [&](const MeasuredPsnr& of) { return of.whole && of.step == step; });
    const Image& target = *source_.target;
    next->psnr =
        step == 0 ? kNotLearned
        : known != source_.measured.end()
            ? known->psnr
            : drawn_psnr(source_.backend(), target, picture_grid(target.width, target.height),
                         source_.parameters_at(step));
    return true;
}

PageText PageNetwork::text() const {
    return {source_, source_.backend().samples_across(), tensors_, packed_, finished_};
}

double PageNetwork::progress() const {
    const auto measured = std::ranges::count_if(
        packed_, [](const PackedMoment& moment) { return moment.psnr.has_value(); });
    return double(packed_.size() + std::size_t(measured)) / (2 * double(chosen_.size()));
}

}  // namespace redraw
