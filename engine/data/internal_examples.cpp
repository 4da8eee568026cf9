#include "engine/data/internal_examples.h"

#include "engine/data/doubling.h"
#include "engine/image/resample.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace redraw {
namespace {

// kSelves: most copies of the picture, beginning at its own size. kSmaller: ratio of successive
// copies' sizes (bench/results/quality.md). Each copy is halved four times: its blocks of 2 x 2
// pixels begin at even or odd columns and even or odd rows.
constexpr int kSelves = 6;
constexpr double kSmaller = 0.85;
constexpr int kTile = 128;  // side of a tile in pixels
// A block is listed in proportion to its residual: kTimes times for a block with the mean residual,
// at least once, at most kMostTimes times.
constexpr double kTimes = 5;
constexpr int kMostTimes = 32;

int even(int n) {
    return n / 2 * 2;
}

class Collector {
public:
    Collector(InternalExamples& examples, const HalvingMix& made_by)
        : examples_(examples), made_by_(made_by == HalvingMix{} ? HalvingMix{1, 1, 1} : made_by) {}

    // Adds the examples from all copies of a plane, at decreasing sizes. `plane`: luminance of the
    // picture, or of a part of the picture that begins at `origin`.
    void add_picture(const Image& plane, const PixelRect& origin, int held_out_cell) {
        cell_ = held_out_cell;
        double scale = 1;
        for (int self = 0; self < kSelves; ++self, scale *= kSmaller) {
            const int width = even(int(plane.width * scale));
            const int height = even(int(plane.height * scale));
            if (std::min(width, height) < kExampleBlock) return;
            const Image smaller = self == 0 ? plane : resample_area(plane, width, height);
            for (int y = 0; y < 2; ++y)
                for (int x = 0; x < 2; ++x)
                    add_pair(mirrored_part(smaller, {x, y, even(smaller.width - x),
                                                     even(smaller.height - y)}),
                             {double(plane.width) / smaller.width,
                              double(plane.height) / smaller.height, origin.x, origin.y, x, y});
        }
    }

    // Scales the blocks' weights after all examples are added, so that their mean over random
    // choices of a block is 1. A repeated block weighs less, because it is chosen more often.
    void finish() {
        const float mean = float(double(examples_.blocks.size()) / double(distinct_));
        for (ExampleBlock& block : examples_.blocks) block.weight *= mean;
    }

private:
    // Maps a pair's residual pixels to pixels of the original picture.
    struct Placement {
        double across = 1, down = 1;  // size of a residual's pixel in pixels of the picture
        int left = 0, top = 0, x = 0, y = 0;
        int column(int at) const { return left + int((x + at + 0.5) * across); }
        int row(int at) const { return top + int((y + at + 0.5) * down); }
    };

    void add_pair(const Image& whole, const Placement& placement) {
        if (std::min(whole.width, whole.height) < kExampleBlock) return;
        const int margin = std::max(examples_.shape.reach, kDoublingReach);
        Image half = halved(whole, next_filter());
        half = mirrored_part(half,
                             {-margin, -margin, half.width + 2 * margin, half.height + 2 * margin});
        const Image interpolated =
            doubled(half, {margin, margin, whole.width / 2, whole.height / 2});
        InternalPair pair;
        pair.half = examples_.halves.size() + std::size_t(margin) * half.width + margin;
        pair.residual = examples_.residuals.size();
        pair.half_stride = half.width;
        pair.width = whole.width;
        examples_.halves.insert(examples_.halves.end(), half.values.begin(), half.values.end());
        for (std::size_t i = 0; i < whole.values.size(); ++i)
            examples_.residuals.push_back(whole.values[i] - interpolated.values[i]);
        add_blocks(whole, pair, placement);
        examples_.pairs.push_back(pair);
    }

    // Returns the filter by which the next pair is halved. Filters take turns in proportion to
    // their likelihood: the filter that is farthest behind its share comes next.
    HalvingMix next_filter() {
        constexpr double HalvingMix::*kFilters[] = {&HalvingMix::area, &HalvingMix::bicubic,
                                                    &HalvingMix::lanczos};
        const double all = made_by_.area + made_by_.bicubic + made_by_.lanczos;
        for (const auto filter : kFilters) owed_.*filter += made_by_.*filter / all;
        const auto next = *std::ranges::max_element(
            kFilters, {}, [this](const auto filter) { return owed_.*filter; });
        owed_.*next -= 1;
        HalvingMix alone;
        alone.*next = 1;
        return alone;
    }

    // Adds the blocks of a pair, except those centred in held-out cells. The last block of a row or
    // column ends at the edge. Blocks that interpolation reproduces worse are repeated more often.
    void add_blocks(const Image& whole, const InternalPair& pair, const Placement& placement) {
        const auto index = std::uint32_t(examples_.pairs.size());
        const auto starts = [](int length) {
            std::vector<int> all;
            for (int at = 0; at < length; at += kExampleBlock)
                all.push_back(std::min(at, length - kExampleBlock));
            return all;
        };
        std::vector<std::pair<ExampleBlock, double>> blocks;
        double all = 0;
        for (const int y : starts(whole.height))
            for (const int x : starts(whole.width)) {
                const int column = placement.column(x + kExampleBlock / 2);
                if (is_held_out(cell_, column, placement.row(y + kExampleBlock / 2))) continue;
                blocks.push_back({{index, x, y, 1}, lacking(pair, x, y)});
                all += blocks.back().second;
            }
        const double mean = all / double(blocks.size()) + 1e-12;
        distinct_ += blocks.size();
        for (auto& [block, lacks] : blocks) {
            const int times = std::clamp(int(std::lround(kTimes * lacks / mean)), 1, kMostTimes);
            block.weight = 1 / float(times);
            examples_.blocks.insert(examples_.blocks.end(), std::size_t(times), block);
        }
    }

    // Returns the root mean square of a block's residual.
    double lacking(const InternalPair& pair, int x, int y) const {
        double sum = 0;
        for (int row = y; row < y + kExampleBlock; ++row)
            for (int column = x; column < x + kExampleBlock; ++column) {
                const double residual =
                    examples_.residuals[pair.residual + std::size_t(row) * pair.width + column];
                sum += residual * residual;
            }
        return std::sqrt(sum / (kExampleBlock * kExampleBlock));
    }

    InternalExamples& examples_;
    HalvingMix made_by_, owed_;
    int cell_ = 1;
    std::size_t distinct_ = 0;
};

// Measures the detail of a one-channel picture: the sum of the absolute differences from the left
// and the upper neighbour, per pixel.
double detail(const Image& plane) {
    double sum = 1e-6;
    for (int y = 1; y < plane.height; ++y)
        for (int x = 1; x < plane.width; ++x)
            sum += std::abs(plane.row(y)[x] - plane.row(y)[x - 1]) +
                   std::abs(plane.row(y)[x] - plane.row(y - 1)[x]);
    return sum / double(plane.pixel_count());
}

// Chooses the tiles of a large picture from which examples are made: at random, each at most once,
// more detailed tiles with a higher probability (Efraimidis and Spirakis 2006).
std::vector<PixelRect> teaching_tiles(const Image& picture, std::uint64_t seed) {
    constexpr std::uint64_t kTileStream = (1ull << 34) - 1;
    std::vector<std::pair<double, PixelRect>> lots;
    for (int y = 0; y + kTile <= picture.height; y += kTile)
        for (int x = 0; x + kTile <= picture.width; x += kTile) {
            const PixelRect part{x, y, kTile, kTile};
            const double weight = detail(luminance(mirrored_part(picture, part)));
            const double chance = 1 - double(random_unit(seed, kTileStream, lots.size()));
            lots.emplace_back(-std::log(chance) / weight, part);
        }
    const std::size_t count =
        std::min<std::size_t>(lots.size(), kMostTeachingPixels / (kTile * kTile));
    std::partial_sort(lots.begin(), lots.begin() + std::ptrdiff_t(count), lots.end(),
                      [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<PixelRect> tiles;
    for (std::size_t i = 0; i < count; ++i) tiles.push_back(lots[i].second);
    return tiles;
}

}  // namespace

Image luminance(const Image& picture) {
    if (picture.channels == 1) return picture;
    Image plane = make_image(picture.width, picture.height, 1);
    const float* pixel = picture.values.data();
    for (float& value : plane.values) {
        value = gray_of(pixel, picture.channels);
        pixel += picture.channels;
    }
    return plane;
}

InternalExamples make_internal_examples(const Image& picture, const WindowSpec& window,
                                        std::uint64_t seed) {
    InternalExamples examples;
    examples.shape = window_shape(window);
    Collector collector(examples, window.made_by);
    const bool whole = std::int64_t(picture.pixel_count()) <= kMostTeachingPixels ||
                       std::min(picture.width, picture.height) < kTile;
    const int cell = held_out_cell(picture.width, picture.height);
    if (whole)
        collector.add_picture(luminance(picture), {}, cell);
    else
        for (const PixelRect& tile : teaching_tiles(picture, seed))
            collector.add_picture(luminance(mirrored_part(picture, tile)), tile, cell);
    collector.finish();
    if (examples.blocks.empty())
        throw TooSmallToTeach(
            fmt::format("A picture of {} is too small to teach its own enlargement: "
                        "that takes 8 × 8 pixels.",
                        dimensions(picture.width, picture.height)));
    return examples;
}

}  // namespace redraw
