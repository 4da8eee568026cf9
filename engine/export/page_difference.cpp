#include "engine/export/page_difference.h"

#include "engine/export/range_encoder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace redraw {
namespace {

constexpr std::size_t kApart = 4;
constexpr int kGains = 64, kMostGain = 128, kShares = 32, kMostShare = 64;
constexpr int kFinestStep = 1 << 14, kCoarsestStep = 1 << 12;
// What is nearer to 0 than this share of a step is 0; and what is not is drawn a little nearer.
constexpr float kIsNone = 0.62f, kNearer = 0.04f;
constexpr float kNoise = 0.05f / (255 * 255);  // a number's square: below it nothing is learned

template <typename Each>
void for_each_in(const Wavelets& of, const WaveletBand& band, int plane, Each&& each) {
    const std::size_t first = std::size_t(plane) * std::size_t(of.width) * std::size_t(of.height);
    for (int y = band.top; y < of.height; y += band.apart)
        for (int x = band.left; x < of.width; x += band.apart)
            each(first + std::size_t(y) * std::size_t(of.width) + std::size_t(x));
}

// By least squares, drawn a little towards the mean of both.
std::array<int, 2> shares_of(const Wavelets& wanted, std::span<const std::span<const float>> from,
                             std::span<const WaveletBand> bands, int plane, int level) {
    double aa = 0, ab = 0, bb = 0, ay = 0, by = 0, count = 0;
    for (const WaveletBand& band : bands) {
        if (band.level != level) continue;
        for_each_in(wanted, band, plane, [&](std::size_t i) {
            const double a = from[0][i], b = from.size() > 1 ? from[1][i] : 0, y = wanted.values[i];
            aa += a * a, ab += a * b, bb += b * b, ay += a * y, by += b * y, ++count;
        });
    }
    const double weight = kNoise * count + 1e-12, towards = weight / double(from.size());
    aa += weight, bb += weight, ay += towards, by += from.size() > 1 ? towards : 0;
    const double apart = aa * bb - ab * ab;
    const auto rounded = [](double share) {
        return int(
            std::lround(std::clamp(share * kShares, -double(kMostShare), double(kMostShare))));
    };
    return {rounded((ay * bb - by * ab) / apart), rounded((by * aa - ay * ab) / apart)};
}

std::int32_t steps_in(float value, float step) {
    const auto size = std::int32_t(std::abs(value) / step + (1 - kIsNone));
    return value < 0 ? -size : size;
}
float drawn_of(std::int32_t level, float step) {
    if (level == 0) return 0;
    return (float(std::abs(level)) - kNearer) * (level < 0 ? -step : step);
}

// As much of the network as its finest details are there: between the pixels nobody else has any.
int gain_of(const Wavelets& drawn, const Wavelets& wanted, std::span<const WaveletBand> bands) {
    double common = 0, whole = 0;
    for (const WaveletBand& band : bands)
        for (int plane = 0; band.level == 0 && plane < wanted.planes; ++plane)
            for_each_in(wanted, band, plane, [&](std::size_t i) {
                common += double(drawn.values[i]) * double(wanted.values[i]);
                whole += double(drawn.values[i]) * double(drawn.values[i]);
            });
    if (whole <= 0) return 0;
    return int(std::lround(std::clamp(common / whole * kGains, 0.0, double(kMostGain))));
}

// What those told before say of it, each plane and level by shares of its own, which are added.
std::vector<float> begun_from(const Wavelets& wanted, std::span<const std::span<const float>> from,
                              std::span<const WaveletBand> bands, std::vector<int>& shares) {
    std::vector<float> begun(wanted.values.size());
    for (int plane = 0; !from.empty() && plane < wanted.planes; ++plane)
        for (int level = 0; level <= kWaveletLevels; ++level) {
            const auto found = shares_of(wanted, from, bands, plane, level);
            for (std::size_t f = 0; f < from.size(); ++f) {
                shares.push_back(found[f]);
                const float share = float(found[f]) / kShares;
                for (const WaveletBand& band : bands)
                    if (band.level == level)
                        for_each_in(wanted, band, plane,
                                    [&](std::size_t i) { begun[i] += share * from[f][i]; });
            }
        }
    return begun;
}

// The coarsest, to a sixty-fourth, whose error is no more than that: it grows with the step.
template <typename ErrorWith>
int coarsest_step(const ErrorWith& error_with, double most) {
    int fine = 1, coarse = kCoarsestStep + 1;
    while (coarse - fine > 1 + fine / 64) {
        const int middle =
            std::clamp(int(std::lround(std::sqrt(double(fine) * coarse))), fine + 1, coarse - 1);
        (error_with(middle) <= most ? fine : coarse) = middle;
    }
    return fine;
}

// By what is beside a number in its band, and at its place in the plane before it.
std::vector<std::byte> packed_levels(const Wavelets& shape, std::span<const WaveletBand> bands,
                                     std::span<const std::int32_t> levels) {
    RangeEncoder encoder;
    std::vector<NumberModel> models(std::size_t(shape.planes) * (kWaveletLevels + 1));
    const std::size_t count = std::size_t(shape.width) * std::size_t(shape.height);
    for (const WaveletBand& band : bands)
        for (int plane = 0; plane < shape.planes; ++plane) {
            const int kind = plane * (kWaveletLevels + 1) + band.level;
            NumberModel& model = models[std::size_t(kind)];
            const auto size = [&](std::size_t at) { return std::min(std::abs(levels[at]), 3); };
            const auto apart = std::size_t(band.apart), row = apart * std::size_t(shape.width);
            const auto width = std::size_t(shape.width);
            for_each_in(shape, band, plane, [&](std::size_t i) {
                const std::size_t x = i % count % width, y = i % count / width;
                const bool left = x >= apart, above = y >= apart, right = x + apart < width;
                int context = plane > 0 ? size(i - count) : 0;
                if (left) context += 2 * size(i - apart);
                if (above) context += 2 * size(i - row);
                if (left && above) context += size(i - row - apart);
                if (right && above) context += size(i - row + apart);
                model.encode(encoder, std::min(context, NumberModel::kContexts - 1), levels[i]);
            });
        }
    return encoder.finish();
}

}  // namespace

std::vector<std::size_t> difference_order(std::size_t count) {
    std::vector<std::size_t> order{count - 1};
    const std::function<void(std::size_t, std::size_t)> between = [&](std::size_t low,
                                                                      std::size_t high) {
        if (high - low < 2) return;
        const std::size_t middle = (low + high) / 2;
        order.push_back(middle);
        between(low, middle);
        between(middle, high);
    };
    for (std::size_t high = count - 1; high > 0;) {
        const std::size_t low = high - std::min(high, kApart);
        order.push_back(low);
        between(low, high);
        high = low;
    }
    return order;
}

PageDifferences::PageDifferences(Image network, PictureError error_of)
    : network_(std::move(network)), drawn_(wavelets_of(network_)), error_of_(std::move(error_of)) {}

// The nearest before and after that step; the network itself is none of them.
std::vector<const PageDifferences::Told*> PageDifferences::beside(std::int64_t step) const {
    std::vector<const Told*> found;
    const auto after = told_.lower_bound(step);
    if (after != told_.begin()) found.push_back(&std::prev(after)->second);
    if (after != told_.end()) found.push_back(&after->second);
    return found;
}

PageDifference PageDifferences::add(std::int64_t step, const Image& wanted, double most) {
    const std::vector<WaveletBand> bands = wavelet_bands();
    PageDifference made;
    Wavelets left = wavelets_of(wanted);
    made.gain = gain_of(drawn_, left, bands);
    const float gain = float(made.gain) / kGains;
    for (std::size_t i = 0; i < left.values.size(); ++i) left.values[i] -= gain * drawn_.values[i];

    std::vector<std::span<const float>> from;
    for (const Told* told : beside(step)) {
        made.from.push_back(int(told->place));
        from.emplace_back(told->rest);
    }
    const std::vector<float> begun = begun_from(left, from, bands, made.shares);

    std::vector<std::int32_t> levels(left.values.size());
    Told told{told_.size() + 1, std::vector<float>(left.values.size())};
    const auto error_with = [&](int step_size) {
        const float size = float(step_size) / kFinestStep;
        for (std::size_t i = 0; i < levels.size(); ++i) {
            levels[i] = steps_in(left.values[i] - begun[i], size);
            told.rest[i] = begun[i] + drawn_of(levels[i], size);
        }
        Image seen = image_of({left.width, left.height, left.planes, told.rest});
        for (std::size_t i = 0; i < seen.values.size(); ++i)
            seen.values[i] = std::clamp(gain * network_.values[i] + seen.values[i], 0.0f, 1.0f);
        return error_of_(seen, wanted);
    };
    made.step = coarsest_step(error_with, most);
    error_with(made.step);
    made.bytes = packed_levels(left, bands, levels);
    told_.emplace(step, std::move(told));
    return made;
}

}  // namespace redraw
