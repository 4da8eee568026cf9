#include "ui/difference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <span>

namespace redraw {
namespace {

using Stop = std::array<float, 3>;
// Dark blue-gray over amber to near white: one hue family, lightness strictly rising. Its blue
// twin has the same lightness (CIE L*) at every stop.
constexpr std::array<Stop, 4> kAmber{
    {{18, 20, 25}, {122, 74, 16}, {245, 165, 36}, {255, 246, 226}}};
constexpr std::array<Stop, 4> kBlue{
    {{18, 20, 25}, {28, 85, 155}, {126, 188, 236}, {239, 248, 255}}};

std::uint32_t colour_of(const std::array<Stop, 4>& stops, float value) {
    const float position = std::clamp(value, 0.0f, 1.0f) * (stops.size() - 1);
    const int below = std::min<int>(static_cast<int>(position), stops.size() - 2);
    const float part = position - static_cast<float>(below);
    std::uint32_t colour = 0;
    for (int c = 0; c < 3; ++c) {
        const float between = stops[below][c] + part * (stops[below + 1][c] - stops[below][c]);
        colour = (colour << 8) | static_cast<std::uint32_t>(between + 0.5f);
    }
    return colour;
}

// The bytes red, green, blue, 255 as one number.
std::uint32_t packed(std::uint32_t rgb) {
    const std::uint8_t bytes[4] = {std::uint8_t(rgb >> 16), std::uint8_t(rgb >> 8),
                                   std::uint8_t(rgb), 255};
    std::uint32_t value;
    std::memcpy(&value, bytes, 4);
    return value;
}

// Which of `count` samples between two edges holds each of the samples asked for; -1 outside.
template <class At>
std::vector<int> holders(int asked, At at, double from, double to, int count) {
    std::vector<int> index(static_cast<std::size_t>(asked));
    for (int i = 0; i < asked; ++i) {
        const double place = std::floor((at(i) - from) / (to - from) * count);
        index[std::size_t(i)] = place >= 0 && place < count ? static_cast<int>(place) : -1;
    }
    return index;
}

float unit(float value) {
    return value > 0 ? (value < 1 ? value : 1.0f) : 0.0f;  // not a number: black
}

// Seen over white paper where there is alpha, as one brightness.
template <int channels>
float brightness(const float* p) {
    float sum = 0;
    constexpr int kColours = channels == 4 ? 3 : channels;
    for (int c = 0; c < kColours; ++c) sum += unit(p[c]);
    const float mean = sum / kColours;
    if constexpr (channels == 4) return mean * unit(p[3]) + 1 - unit(p[3]);
    return mean;
}

template <int channels>
void map_row(const float* drawing, const float* reference, int width, float scale, bool with_sign,
             std::span<const std::uint32_t> colours, int middle, std::uint32_t* out) {
    if (with_sign) {
        for (int x = 0; x < width; ++x, drawing += channels, reference += channels) {
            const float difference =
                brightness<channels>(drawing) - brightness<channels>(reference);
            const float level = std::min(std::max(difference * scale, -255.0f), 255.0f);
            out[x] = colours[std::size_t(middle + static_cast<int>(level + 255.5f) - 255)];
        }
        return;
    }
    for (int x = 0; x < width; ++x, drawing += channels, reference += channels) {
        float sum = 0;
        for (int c = 0; c < channels; ++c) {
            const float difference = unit(drawing[c]) - unit(reference[c]);
            sum += difference * difference;
        }
        const float error = std::sqrt(sum * (1.0f / channels));
        out[x] = colours[std::size_t(std::min(255.0f, error * scale + 0.5f))];
    }
}

void map_row(int channels, const float* drawing, const float* reference, int width, float scale,
             bool with_sign, std::span<const std::uint32_t> colours, int middle,
             std::uint32_t* out) {
    switch (channels) {
        case 1:
            return map_row<1>(drawing, reference, width, scale, with_sign, colours, middle, out);
        case 3:
            return map_row<3>(drawing, reference, width, scale, with_sign, colours, middle, out);
        default:
            return map_row<4>(drawing, reference, width, scale, with_sign, colours, middle, out);
    }
}

}  // namespace

std::uint32_t error_colour(float error) {
    return colour_of(kAmber, error);
}

std::uint32_t signed_colour(float difference) {
    return difference < 0 ? colour_of(kBlue, -difference) : colour_of(kAmber, difference);
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
                                         const Image& reference, const Grid& reference_part,
                                         float gain, bool with_sign) {
    const int width = drawing.width, channels = drawing.channels;
    std::vector<std::uint8_t> rgba(drawing.pixel_count() * 4, 0);
    if (reference.channels != channels) return rgba;
    std::array<std::uint32_t, 511> colours;
    for (int i = -255; i <= 255; ++i) {
        const float value = static_cast<float>(i) / 255;
        colours[std::size_t(i + 255)] =
            packed(with_sign ? signed_colour(value) : error_colour(value));
    }
    const auto shown = std::span(colours).subspan(with_sign ? 0 : 255);
    const Grid& of = reference_part;
    const auto columns = holders(
        width, [&](int x) { return part.x(x); }, of.left, of.right, reference.width);
    const auto rows = holders(
        drawing.height, [&](int y) { return part.y(y); }, of.top, of.bottom, reference.height);

    std::vector<float> wanted(std::size_t(width) * channels);  // a row of it, sample by sample
    std::vector<std::uint32_t> out(static_cast<std::size_t>(width));
    int gathered = -1;
    for (int y = 0; y < drawing.height; ++y) {
        const int row = rows[std::size_t(y)];
        if (row >= 0 && row != gathered)
            for (int x = 0; x < width; ++x)
                if (const int column = columns[std::size_t(x)]; column >= 0)
                    std::copy_n(reference.row(row) + std::size_t(column) * channels, channels,
                                wanted.data() + std::size_t(x) * channels);
        gathered = row;
        map_row(channels, drawing.row(y), row < 0 ? drawing.row(y) : wanted.data(), width,
                gain * 255, with_sign, shown, with_sign ? 255 : 0, out.data());
        for (int x = 0; x < width; ++x)  // outside there is nothing to differ from
            if (columns[std::size_t(x)] < 0) out[std::size_t(x)] = shown[with_sign ? 255 : 0];
        std::memcpy(rgba.data() + std::size_t(y) * width * 4, out.data(), out.size() * 4);
    }
    return rgba;
}

}  // namespace redraw
