// A picture in memory: rows top to bottom, channels interleaved, values as encoded (sRGB), 0 to 1.
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

inline Image make_image(int width, int height, int channels, float value = 0.0f) {
    return {width, height, channels,
            std::vector<float>(std::size_t(width) * std::size_t(height) * channels, value)};
}

// Converts a picture to the bytes of a texture: RGBA, 8 bits, every `stride`-th pixel. Gray spreads
// to three channels, no alpha means opaque. All rows of that, or `rows` from `first` on. Pure;
// drawings copied on the device must equal it.
std::vector<std::uint8_t> to_rgba(const Image& image, int stride = 1, int first = 0,
                                  std::optional<int> rows = {});

}  // namespace redraw
