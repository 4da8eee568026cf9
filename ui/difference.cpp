#include "ui/difference.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace redraw {
namespace {

// Dark blue-gray over amber to near white: one hue family, lightness strictly rising.
constexpr std::array<std::array<float, 3>, 4> kStops{
    {{18, 20, 25}, {122, 74, 16}, {245, 165, 36}, {255, 246, 226}}};

}  // namespace

std::uint32_t error_colour(float error) {
    const float position = std::clamp(error, 0.0f, 1.0f) * (kStops.size() - 1);
    const int below = std::min<int>(static_cast<int>(position), kStops.size() - 2);
    const float part = position - static_cast<float>(below);
    std::uint32_t colour = 0;
    for (int c = 0; c < 3; ++c) {
        const float value = kStops[below][c] + part * (kStops[below + 1][c] - kStops[below][c]);
        colour = (colour << 8) | static_cast<std::uint32_t>(value + 0.5f);
    }
    return colour;
}

float pixel_error(const float* a, const float* b, int channels) {
    float sum = 0;
    for (int c = 0; c < channels; ++c) {
        const float difference = std::clamp(a[c], 0.0f, 1.0f) - std::clamp(b[c], 0.0f, 1.0f);
        sum += difference * difference;
    }
    return std::sqrt(sum / static_cast<float>(channels));
}

const float* target_at(const Image& target, double x, double y) {
    const Grid grid = picture_grid(target.width, target.height);
    const auto column =
        static_cast<int>(std::floor((x - grid.left) / (grid.right - grid.left) * grid.width));
    const auto row =
        static_cast<int>(std::floor((y - grid.top) / (grid.bottom - grid.top) * grid.height));
    if (column < 0 || row < 0 || column >= target.width || row >= target.height) return nullptr;
    return target.row(row) + std::size_t(column) * target.channels;
}

std::vector<std::uint8_t> difference_map(const Image& drawing, const Grid& part,
                                         const Image& target, float gain) {
    std::vector<std::uint8_t> rgba(drawing.pixel_count() * 4, 255);
    std::array<std::uint32_t, 256> colours;
    for (int i = 0; i < 256; ++i) colours[i] = error_colour(static_cast<float>(i) / 255);
    const int channels = std::min(drawing.channels, target.channels);
    std::uint8_t* out = rgba.data();
    for (int y = 0; y < drawing.height; ++y) {
        const float* row = drawing.row(y);
        for (int x = 0; x < drawing.width; ++x, out += 4) {
            const float* wanted = target_at(target, part.x(x), part.y(y));
            const float error =
                wanted ? pixel_error(row + std::size_t(x) * drawing.channels, wanted, channels) : 0;
            const auto level = static_cast<int>(std::min(255.0f, error * gain * 255 + 0.5f));
            out[0] = static_cast<std::uint8_t>(colours[level] >> 16);
            out[1] = static_cast<std::uint8_t>(colours[level] >> 8);
            out[2] = static_cast<std::uint8_t>(colours[level]);
        }
    }
    return rgba;
}

}  // namespace redraw
