#include "ui/centre/difference.h"

#include "engine/arithmetic.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace redraw::ui {
namespace {

using Stops = std::array<Stop, 4>;
// Colours of the error, from dark blue-gray over amber to near white; lightness strictly rises.
constexpr Stops kError{{{18, 20, 25}, {122, 74, 16}, {245, 165, 36}, {255, 246, 226}}};
// Colours where the render is lighter (amber) and darker (blue), distinguishable with colour
// blindness. Both have the same lightness (CIE L*) at each stop, and keep their hue at the end.
constexpr Stops kLighter{{{18, 20, 25}, {122, 74, 16}, {245, 165, 36}, {255, 205, 110}}};
constexpr Stops kDarker{{{18, 20, 25}, {28, 85, 155}, {126, 188, 236}, {182, 217, 244}}};

// Returns for each position at(0), at(1)... the index of the sample that contains the position, out
// of `count` samples between the edges `from` and `to`; -1 outside.
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
    return std::min(1.0f, std::max(0.0f, value));  // NaN becomes 0 (black)
}

// Returns the brightness of a pixel; with alpha, as seen over white.
template <int channels>
float brightness(const float* p) {
    float sum = 0;
    constexpr int kColours = channels == 4 ? 3 : channels;
    for (int c = 0; c < kColours; ++c) sum += unit(p[c]);
    const float mean = sum / kColours;
    if constexpr (channels == 4) return mean * unit(p[3]) + 1 - unit(p[3]);
    return mean;
}

// Returns the difference of two pixels as a level from -255 to 255, an index relative to the middle
// of the colour table.
template <int channels>
int level_of(const float* drawing, const float* reference, float scale, bool with_sign) {
    if (with_sign) {
        const float difference =
            (brightness<channels>(drawing) - brightness<channels>(reference)) * scale;
        return int(std::min(std::max(difference, -255.0f), 255.0f) + 255.5f) - 255;
    }
    float sum = 0;
    for (int c = 0; c < channels; ++c) {
        const float difference = unit(drawing[c]) - unit(reference[c]);
        sum += difference * difference;
    }
    return int(std::min(255.0f, std::sqrt(sum * (1.0f / channels)) * scale + 0.5f));
}

// Writes one row of the error map. `columns`: for each pixel of the row the index of the
// reference's sample, or -1 outside the reference. `colours[0]`: no difference, or outside the
// reference.
template <int channels>
void map_row(const float* drawing, const float* reference, const std::vector<int>& columns,
             const DifferenceScale& scale, const ImU32* colours, std::uint8_t* out) {
    for (const int column : columns) {
        const int level = column < 0 ? 0
                                     : level_of<channels>(drawing, reference + column * channels,
                                                          scale.gain * 255, scale.with_sign);
        std::memcpy(out, &colours[level], 4);
        drawing += scale.stride * channels;
        out += 4;
    }
}

}  // namespace

ImU32 error_colour(float error) {
    return colour_between(kError, error);
}

ImU32 signed_colour(float difference) {
    return colour_between(difference < 0 ? kDarker : kLighter, std::abs(difference));
}

int screen_stride(int width, int height) {
    constexpr double kMost = 500'000;
    return std::max(1, int(std::ceil(std::sqrt(double(width) * height / kMost))));
}

DifferenceMap difference_map(const Image& drawing, const Grid& part, const Image& reference,
                             const Grid& reference_part, const DifferenceScale& scale) {
    const int channels = drawing.channels, stride = scale.stride;
    const int width = divide_up(drawing.width, stride);
    const int height = divide_up(drawing.height, stride);
    DifferenceMap map{width, height, std::vector<std::uint8_t>(std::size_t(width) * height * 4)};
    if (reference.channels != channels) return map;
    std::array<ImU32, 511> colours;
    for (int i = -255; i <= 255; ++i) {
        const float value = float(i) / 255;
        colours[std::size_t(i + 255)] =
            scale.with_sign ? signed_colour(value) : error_colour(value);
    }
    const Grid& of = reference_part;
    const auto columns = holders(
        width, [&](int x) { return part.x(x * stride); }, of.left, of.right, reference.width);
    const auto rows = holders(
        height, [&](int y) { return part.y(y * stride); }, of.top, of.bottom, reference.height);

    const std::vector<int> nowhere(std::size_t(width), -1);
    const auto map_one = channels == 1 ? map_row<1> : channels == 3 ? map_row<3> : map_row<4>;
    for (int y = 0; y < height; ++y) {
        const int row = rows[std::size_t(y)];
        map_one(drawing.row(y * stride), row < 0 ? nullptr : reference.row(row),
                row < 0 ? nowhere : columns, scale, colours.data() + 255,
                map.rgba.data() + std::size_t(y) * width * 4);
    }
    return map;
}

}  // namespace redraw::ui
