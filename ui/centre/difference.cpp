#include "ui/centre/difference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace redraw {
namespace {

using Stop = std::array<float, 3>;
using Stops = std::array<Stop, 4>;
// Dark blue-gray over amber to near white: one hue family, lightness strictly rising.
constexpr Stops kError{{{18, 20, 25}, {122, 74, 16}, {245, 165, 36}, {255, 246, 226}}};
// Two hues that every eye tells apart, at every stop of the same lightness (CIE L*), and neither
// ends so near to white that the hue is lost.
constexpr Stops kLighter{{{18, 20, 25}, {122, 74, 16}, {245, 165, 36}, {255, 205, 110}}};
constexpr Stops kDarker{{{18, 20, 25}, {28, 85, 155}, {126, 188, 236}, {182, 217, 244}}};

std::uint32_t colour_of(const Stops& stops, float value) {
    const float position = std::clamp(value, 0.0f, 1.0f) * (stops.size() - 1);
    const int below = std::min<int>(int(position), stops.size() - 2);
    const float part = position - float(below);
    std::uint32_t colour = 0;
    for (int c = 0; c < 3; ++c) {
        const float between = stops[below][c] + part * (stops[below + 1][c] - stops[below][c]);
        colour = (colour << 8) | std::uint32_t(between + 0.5f);
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
    std::vector<int> index(std::size_t(asked), 0);
    for (int i = 0; i < asked; ++i) {
        const double place = std::floor((at(i) - from) / (to - from) * count);
        index[std::size_t(i)] = place >= 0 && place < count ? int(place) : -1;
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

// One row of a map: `colours[0]` is no difference.
struct Row {
    const float* drawing;
    const float* reference;  // of the mapped samples only
    int count, stride;
    float scale;  // from a difference to colours
    bool with_sign;
    const std::uint32_t* colours;
    std::uint32_t* out;
};

template <int channels>
void map_row(const Row& row) {
    const float* drawing = row.drawing;
    const float* reference = row.reference;
    for (int i = 0; i < row.count; ++i, drawing += row.stride * channels, reference += channels) {
        if (row.with_sign) {
            const float difference =
                (brightness<channels>(drawing) - brightness<channels>(reference)) * row.scale;
            const float level = std::min(std::max(difference, -255.0f), 255.0f);
            row.out[i] = row.colours[int(level + 255.5f) - 255];
            continue;
        }
        float sum = 0;
        for (int c = 0; c < channels; ++c) {
            const float difference = unit(drawing[c]) - unit(reference[c]);
            sum += difference * difference;
        }
        const float error = std::sqrt(sum * (1.0f / channels));
        row.out[i] = row.colours[int(std::min(255.0f, error * row.scale + 0.5f))];
    }
}

void map_row(int channels, const Row& row) {
    switch (channels) {
        case 1:
            return map_row<1>(row);
        case 3:
            return map_row<3>(row);
        default:
            return map_row<4>(row);
    }
}

}  // namespace

std::uint32_t error_colour(float error) {
    return colour_of(kError, error);
}

std::uint32_t signed_colour(float difference) {
    return difference < 0 ? colour_of(kDarker, -difference) : colour_of(kLighter, difference);
}

float pixel_error(const float* a, const float* b, int channels) {
    float sum = 0;
    for (int c = 0; c < channels; ++c) {
        const float difference = std::clamp(a[c], 0.0f, 1.0f) - std::clamp(b[c], 0.0f, 1.0f);
        sum += difference * difference;
    }
    return std::sqrt(sum / float(channels));
}

const float* target_at(const Image& target, double x, double y) {
    const Grid grid = picture_grid(target.width, target.height);
    const auto column = int(std::floor((x - grid.left) / (grid.right - grid.left) * grid.width));
    const auto row = int(std::floor((y - grid.top) / (grid.bottom - grid.top) * grid.height));
    if (column < 0 || row < 0 || column >= target.width || row >= target.height) return nullptr;
    return target.row(row) + std::size_t(column) * target.channels;
}

int screen_stride(int width, int height) {
    constexpr double kMost = 500'000;
    return std::max(1, int(std::ceil(std::sqrt(double(width) * height / kMost))));
}

DifferenceMap difference_map(const Image& drawing, const Grid& part, const Image& reference,
                             const Grid& reference_part, const DifferenceScale& scale) {
    const int channels = drawing.channels, stride = scale.stride;
    const int width = (drawing.width + stride - 1) / stride;
    const int height = (drawing.height + stride - 1) / stride;
    DifferenceMap map{width, height, std::vector<std::uint8_t>(std::size_t(width) * height * 4)};
    if (reference.channels != channels) return map;
    std::array<std::uint32_t, 511> colours;
    for (int i = -255; i <= 255; ++i) {
        const float value = float(i) / 255;
        colours[std::size_t(i + 255)] =
            packed(scale.with_sign ? signed_colour(value) : error_colour(value));
    }
    const std::uint32_t* none = colours.data() + 255;
    const Grid& of = reference_part;
    const auto columns = holders(
        width, [&](int x) { return part.x(x * stride); }, of.left, of.right, reference.width);
    const auto rows = holders(
        height, [&](int y) { return part.y(y * stride); }, of.top, of.bottom, reference.height);

    std::vector<float> wanted(std::size_t(width) * channels);  // a row of it, sample by sample
    std::vector<std::uint32_t> out(std::size_t(width), 0);
    int gathered = -1;
    for (int y = 0; y < height; ++y) {
        const int row = rows[std::size_t(y)];
        if (row >= 0 && row != gathered)
            for (int x = 0; x < width; ++x)
                if (const int column = columns[std::size_t(x)]; column >= 0)
                    std::copy_n(reference.row(row) + std::size_t(column) * channels, channels,
                                wanted.data() + std::size_t(x) * channels);
        gathered = row;
        map_row(channels, {drawing.row(y * stride), wanted.data(), width, stride, scale.gain * 255,
                           scale.with_sign, none, out.data()});
        for (int x = 0; x < width; ++x)  // outside there is nothing to differ from
            if (row < 0 || columns[std::size_t(x)] < 0) out[std::size_t(x)] = *none;
        std::memcpy(map.rgba.data() + std::size_t(y) * width * 4, out.data(), out.size() * 4);
    }
    return map;
}

}  // namespace redraw
