#include "engine/image/wavelet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>

namespace redraw {
namespace {

constexpr std::array kLifted{-1.586134342f, -0.05298011854f, 0.8829110762f, 0.4435068522f};
constexpr float kLiftScale = 1.149604398f;

// `count` numbers `apart` from each other, and such lines beside each other.
struct Lines {
    int count = 0;
    std::ptrdiff_t apart = 1;
    int lines = 0;
    std::ptrdiff_t between = 1;
};

// To every other number, from `first` on, that share of both its neighbours is added; at an end the
// only one counts twice.
void lift(float* values, const Lines& along, int first, float share) {
    const auto add = [&](int i, std::ptrdiff_t line) {
        const int before = i > 0 ? i - 1 : i + 1, after = i + 1 < along.count ? i + 1 : i - 1;
        float* at = values + line;
        at[i * along.apart] += share * (at[before * along.apart] + at[after * along.apart]);
    };
    if (along.count < 2) return;
    if (along.apart < along.between) {
        for (int line = 0; line < along.lines; ++line)
            for (int i = first; i < along.count; i += 2) add(i, line * along.between);
    } else {
        for (int i = first; i < along.count; i += 2)
            for (int line = 0; line < along.lines; ++line) add(i, line * along.between);
    }
}

struct Level {
    Lines across, down;
};
Level lines_of(int width, int height, int level) {
    const int apart = 1 << level, columns = ((width - 1) >> level) + 1,
              rows = ((height - 1) >> level) + 1;
    const std::ptrdiff_t row = std::ptrdiff_t(apart) * width;
    return {{columns, apart, rows, row}, {rows, row, columns, apart}};
}

// What is between in neither direction, and what is in both: the others weigh 1.
void scale(float* values, const Level& level, float by) {
    for (int y = 0; y < level.down.count; ++y)
        for (int x = y % 2; x < level.across.count; x += 2) {
            float& value = values[y * level.down.apart + x * level.across.apart];
            value = y % 2 == 0 ? value * by : value / by;
        }
}

void to_wavelets(float* plane, int width, int height) {
    for (int l = 0; l < kWaveletLevels; ++l) {
        const Level level = lines_of(width, height, l);
        for (const Lines& along : {level.across, level.down})
            for (std::size_t i = 0; i < kLifted.size(); ++i)
                lift(plane, along, i % 2 == 0 ? 1 : 0, kLifted[i]);
        scale(plane, level, kLiftScale * kLiftScale);
    }
}

void from_wavelets(float* plane, int width, int height) {
    for (int l = kWaveletLevels - 1; l >= 0; --l) {
        const Level level = lines_of(width, height, l);
        scale(plane, level, 1 / (kLiftScale * kLiftScale));
        for (const Lines& along : {level.down, level.across})
            for (std::size_t i = kLifted.size(); i-- > 0;)
                lift(plane, along, i % 2 == 0 ? 1 : 0, -kLifted[i]);
    }
}

// Lightness and two that are 0 of grays: the cosine transform of three numbers, which is
// orthonormal. The inverse is its transpose.
std::array<std::array<float, 3>, 3> colour_axes() {
    const float third = std::numbers::inv_sqrt3_v<float>, half = 1 / std::numbers::sqrt2_v<float>,
                sixth = third * half;
    return {{{third, third, third}, {half, 0, -half}, {sixth, -2 * sixth, sixth}}};
}

}  // namespace

Wavelets wavelets_of(const Image& image) {
    Wavelets found{image.width, image.height, image.channels,
                   std::vector<float>(image.values.size())};
    const std::size_t count = image.pixel_count(), channels = std::size_t(image.channels);
    const auto axes = colour_axes();
    for (std::size_t i = 0; i < count; ++i) {
        const float* pixel = image.values.data() + i * channels;
        for (std::size_t c = 0; c < channels; ++c) {
            float& value = found.values[c * count + i];
            value = pixel[c];
            if (channels >= 3 && c < 3)
                value = axes[c][0] * pixel[0] + axes[c][1] * pixel[1] + axes[c][2] * pixel[2];
        }
    }
    for (std::size_t c = 0; c < channels; ++c)
        to_wavelets(found.values.data() + c * count, image.width, image.height);
    return found;
}

Image image_of(Wavelets wavelets) {
    Image image = make_image(wavelets.width, wavelets.height, wavelets.planes);
    const std::size_t count = image.pixel_count(), channels = std::size_t(wavelets.planes);
    const auto axes = colour_axes();
    for (std::size_t c = 0; c < channels; ++c)
        from_wavelets(wavelets.values.data() + c * count, wavelets.width, wavelets.height);
    for (std::size_t i = 0; i < count; ++i) {
        float* pixel = image.values.data() + i * channels;
        const auto plane = [&](std::size_t c) { return wavelets.values[c * count + i]; };
        for (std::size_t c = 0; c < channels; ++c) {
            pixel[c] = plane(c);
            if (channels >= 3 && c < 3)
                pixel[c] = axes[0][c] * plane(0) + axes[1][c] * plane(1) + axes[2][c] * plane(2);
        }
    }
    return image;
}

std::vector<WaveletBand> wavelet_bands() {
    constexpr int kWhole = 1 << kWaveletLevels;
    std::vector<WaveletBand> bands{{kWaveletLevels, 0, 0, kWhole}};
    for (int level = kWaveletLevels - 1; level >= 0; --level) {
        const int half = 1 << level;
        for (const auto& [left, top] : {std::pair{half, 0}, {0, half}, {half, half}})
            bands.push_back({level, left, top, 2 * half});
    }
    return bands;
}

}  // namespace redraw
