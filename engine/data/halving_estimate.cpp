#include "engine/data/halving_estimate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace redraw {
namespace {

constexpr int kLength = 64, kStep = 32;  // of stretches of rows and columns
// Frequencies of a stretch, of which 32 is the highest.
constexpr int kBandFirst[3] = {13, 21, 29}, kBandWidth = 4;
constexpr int kMostStretches = 40'000;
// Power in the highest band below this is the rounding of 8-bit values: the picture is softer than
// its pixels, and nothing can be told.
constexpr double kRoundingPower = 24.0 / 12 / (255.0 * 255), kTells = 4;

// The bend of the logarithmic power spectrum at the highest frequencies for each filter that may
// have made the picture, and how far pictures stray from it (docs/quality.md).
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
    // kLength values, `step` floats apart.
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
