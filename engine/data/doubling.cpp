#include "engine/data/doubling.h"

#include "engine/error.h"
#include "engine/image/resample.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

namespace redraw {
namespace {

int mirrored(int at, int size) {
    const int period = 2 * size;
    at = ((at % period) + period) % period;
    return at < size ? at : period - 1 - at;
}

// Catmull-Rom weights for a point a quarter pixel beside a pixel's centre: of the neighbour on the
// other side, of the pixel itself, of the nearer and of the farther pixel on the point's side.
constexpr float kQuarter[] = {-0.0703125f, 0.8671875f, 0.2265625f, -0.0234375f};

// Returns the weights for halving a picture: of the source pixels on one side of a new pixel's
// centre, at distances of 1/4, 3/4, ... of the new pixel's width.
std::vector<float> halving_weights(const HalvingMix& filters) {
    constexpr int kTaps = 2 * kHalvingReach;
    const auto tap = [](int i) { return 0.25 + 0.5 * i; };
    double bicubic = 0, lanczos = 0;
    for (int i = 0; i < kTaps; ++i)
        bicubic += 2 * catmull_rom(tap(i)), lanczos += 2 * lanczos3(tap(i));
    const double all = filters.area + filters.bicubic + filters.lanczos;
    if (!(all > 0)) return halving_weights({1, 1, 1});  // filter unknown: an equal mix of all
    std::vector<float> weights;
    for (int i = 0; i < kTaps; ++i)
        weights.push_back(float((filters.area * (i == 0 ? 0.5 : 0) +
                                 filters.bicubic * catmull_rom(tap(i)) / bicubic +
                                 filters.lanczos * lanczos3(tap(i)) / lanczos) /
                                all));
    while (weights.back() == 0) weights.pop_back();
    return weights;
}

// estimated_halving() analyses segments of rows and columns: their length (kLength) and the
// distance between their starts (kStep), in pixels.
constexpr int kLength = 64, kStep = 32;
// The three frequency bands to compare, in cycles per segment: first frequencies (kBandFirst) and
// width (kBandWidth). The highest frequency of a segment is 32.
constexpr int kBandFirst[3] = {13, 21, 29}, kBandWidth = 4;
constexpr int kMostStretches = 40'000;
// kRoundingPower: power that rounding to 8 bits adds to each frequency of a segment's spectrum.
// kTells: unless the highest frequency has more than so many times that power, estimated_halving()
// cannot tell which filter shrank the picture.
constexpr double kRoundingPower = 24.0 / 12 / (255.0 * 255), kTells = 4;

// The mean bend (second difference over the three bands) of the logarithmic power spectrum, for
// pictures shrunk by each filter; kStray: its standard deviation among pictures
// (bench/results/quality.md).
constexpr double kArea = 0.38, kBicubic = 0.12, kLanczos = -0.2, kStray = 0.3;

class Spectrum {
public:
    Spectrum() {
        for (int i = 0; i < kLength; ++i) {
            const double angle = 2 * std::numbers::pi * i / kLength;
            cosines_[std::size_t(i)] = float(std::cos(angle));
            hann_[std::size_t(i)] =
                float(0.5 - 0.5 * std::cos(2 * std::numbers::pi * i / (kLength - 1)));
        }
    }
    // Adds the power of a segment: kLength values from `first` on, `step` floats apart.
    void add(const float* first, std::ptrdiff_t step) {
        std::array<float, kLength> values;
        float mean = 0;
        for (int i = 0; i < kLength; ++i) mean += first[i * step] / kLength;
        for (std::size_t i = 0; i < kLength; ++i)
            values[i] = (first[std::ptrdiff_t(i) * step] - mean) * hann_[i];
        for (std::size_t f = 0; f < power_.size(); ++f) {
            const auto frequency = std::size_t(kBandFirst[f / kBandWidth]) + f % kBandWidth;
            float real = 0, imaginary = 0;
            for (std::size_t i = 0; i < kLength; ++i) {
                real += values[i] * cosines_[i * frequency % kLength];
                imaginary += values[i] * cosines_[(i * frequency + 3 * kLength / 4) % kLength];
            }
            power_[f] += double(real) * real + double(imaginary) * imaginary;
        }
        ++count_;
    }
    bool tells() const {
        return count_ > 0 && power_.back() > kTells * kRoundingPower * double(count_);
    }
    double bend() const {
        double mean[3] = {};
        for (std::size_t f = 0; f < power_.size(); ++f)
            mean[f / kBandWidth] += std::log(power_[f] / double(count_) + 1e-12) / kBandWidth;
        return mean[2] - 2 * mean[1] + mean[0];
    }

private:
    std::array<float, kLength> cosines_{}, hann_{};
    std::array<double, 3 * kBandWidth> power_{};
    std::int64_t count_ = 0;
};

}  // namespace

Image mirrored_part(const Image& source, const PixelRect& part) {
    REDRAW_CHECK(source.width > 0 && source.height > 0, "a picture has pixels");
    Image out = make_image(part.width, part.height, source.channels);
    const int channels = source.channels;
    for (int y = 0; y < part.height; ++y) {
        const float* from = source.row(mirrored(part.y + y, source.height));
        float* to = out.row(y);
        for (int x = 0; x < part.width; ++x) {
            const int at = part.x + x;
            const bool inside = at >= 0 && at < source.width;
            const float* pixel =
                from + std::ptrdiff_t(inside ? at : mirrored(at, source.width)) * channels;
            to = std::copy_n(pixel, channels, to);
        }
    }
    return out;
}

Image doubled(const Image& source, const PixelRect& inner) {
    REDRAW_CHECK(inner.x >= kDoublingReach && inner.y >= kDoublingReach &&
                     inner.x + inner.width <= source.width - kDoublingReach &&
                     inner.y + inner.height <= source.height - kDoublingReach,
                 "interpolation needs two pixels around");
    const int channels = source.channels;
    const std::ptrdiff_t row_values = std::ptrdiff_t(source.width) * channels;
    Image out = make_image(2 * inner.width, 2 * inner.height, channels);
    std::vector<float> mixed(static_cast<std::size_t>(row_values));  // the weighted sum of rows
    for (int y = 0; y < out.height; ++y) {
        const float* row = source.row(inner.y + y / 2);
        const std::ptrdiff_t down = y % 2 == 0 ? -row_values : row_values;
        for (std::ptrdiff_t i = 0; i < row_values; ++i)
            mixed[std::size_t(i)] = kQuarter[0] * row[i - down] + kQuarter[1] * row[i] +
                                    kQuarter[2] * row[i + down] + kQuarter[3] * row[i + 2 * down];
        float* to = out.row(y);
        const float* at = mixed.data() + std::ptrdiff_t(inner.x) * channels;
        for (int x = 0; x < inner.width; ++x, at += channels)
            for (const std::ptrdiff_t right : {-channels, channels})
                for (int c = 0; c < channels; ++c)
                    *to++ = kQuarter[0] * at[c - right] + kQuarter[1] * at[c] +
                            kQuarter[2] * at[c + right] + kQuarter[3] * at[c + 2 * right];
    }
    return out;
}

Image halved(const Image& source, const HalvingMix& filters) {
    REDRAW_CHECK(source.width % 2 == 0 && source.height % 2 == 0, "halves are whole");
    const std::vector<float> weights = halving_weights(filters);
    const int channels = source.channels, count = int(weights.size());
    const std::size_t row_values = std::size_t(source.width) * channels;
    Image out = make_image(source.width / 2, source.height / 2, channels);
    std::vector<float> mixed(row_values);  // the weighted sum of rows
    for (int y = 0; y < out.height; ++y) {
        std::fill(mixed.begin(), mixed.end(), 0.0f);
        for (int i = 0; i < count; ++i) {
            const float* above = source.row(mirrored(2 * y - i, source.height));
            const float* below = source.row(mirrored(2 * y + 1 + i, source.height));
            for (std::size_t k = 0; k < row_values; ++k)
                mixed[k] += weights[std::size_t(i)] * (above[k] + below[k]);
        }
        float* to = out.row(y);
        for (int x = 0; x < out.width; ++x, to += channels)
            for (int i = 0; i < count; ++i) {
                const int left = mirrored(2 * x - i, source.width);
                const int right = mirrored(2 * x + 1 + i, source.width);
                for (int c = 0; c < channels; ++c)
                    to[c] += weights[std::size_t(i)] * (mixed[std::size_t(left) * channels + c] +
                                                        mixed[std::size_t(right) * channels + c]);
            }
    }
    return out;
}

HalvingMix estimated_halving(const Image& plane) {
    Spectrum spectrum;
    const auto stretches = [](int length) {
        return length < kLength ? 0 : (length - kLength) / kStep + 1;
    };
    const auto stride = [](int lines, int of_line) {
        return std::max(1, int(std::int64_t(lines) * of_line / kMostStretches));
    };
    const int across = stretches(plane.width), down = stretches(plane.height);
    for (int y = 0; y < plane.height; y += stride(plane.height, across))
        for (int i = 0; i < across; ++i) spectrum.add(plane.row(y) + std::ptrdiff_t(i) * kStep, 1);
    for (int x = 0; x < plane.width; x += stride(plane.width, down))
        for (int i = 0; i < down; ++i) spectrum.add(plane.row(i * kStep) + x, plane.width);
    if (!spectrum.tells()) return {1.0 / 3, 1.0 / 3, 1.0 / 3};
    const double bend = std::clamp(spectrum.bend(), kLanczos, kArea);
    const auto likelihood = [bend](double known) {
        const double away = (bend - known) / kStray;
        return std::exp(-0.5 * away * away);
    };
    const double area = likelihood(kArea), bicubic = likelihood(kBicubic),
                 lanczos = likelihood(kLanczos);
    const double all = area + bicubic + lanczos;
    return {area / all, bicubic / all, lanczos / all};
}

}  // namespace redraw
