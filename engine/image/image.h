// A picture in memory: rows top to bottom, channels interleaved, sRGB values (black 0, white 1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace redraw {

struct Image {
    int width = 0;
    int height = 0;
    int channels = 0;  // 1 gray, 2 gray + alpha, 3 RGB, 4 RGB + alpha (straight, not premultiplied)
    std::vector<float> values;  // width * height * channels

    std::size_t pixel_count() const { return std::size_t(width) * std::size_t(height); }
    float* row(int y) { return values.data() + std::size_t(y) * width * channels; }
    const float* row(int y) const { return values.data() + std::size_t(y) * width * channels; }
    bool operator==(const Image&) const = default;
};

inline bool has_alpha(int channels) {
    return channels % 2 == 0;
}

// Computes Rec. 601 luma from gamma-encoded R, G, B, as many programs do to turn colour into gray.
inline float luma(const float* rgb) {
    return 0.299f * rgb[0] + 0.587f * rgb[1] + 0.114f * rgb[2];
}
// Returns the luma of a pixel, weighted by its opacity.
inline float gray_of(const float* pixel, int channels) {
    const float gray = channels >= 3 ? luma(pixel) : pixel[0];
    return has_alpha(channels) ? gray * pixel[channels - 1] : gray;
}

inline Image make_image(int width, int height, int channels, float value = 0.0f) {
    return {width, height, channels,
            std::vector<float>(std::size_t(width) * std::size_t(height) * channels, value)};
}

// Converts a picture to texture bytes: RGBA, 8 bits, every `stride`-th pixel across and down. Gray
// fills three channels; without alpha the result is opaque. Converts all output rows, or `rows` of
// them from output row `first` on. Conversion on the GPU must give the same bytes. Pure function.
std::vector<std::uint8_t> to_rgba(const Image& image, int stride = 1, int first = 0,
                                  std::optional<int> rows = {});

}  // namespace redraw
