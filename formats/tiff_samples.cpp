#include "formats/tiff_samples.h"

#include <algorithm>
#include <utility>

namespace redraw::formats {

Samplings::Samplings(const TiffHeader& header, std::vector<Colour> palette)
    : values(
          make_image(int(header.width), int(header.height), palette.empty() ? header.used() : 3)),
      header_(header),
      palette_(std::move(palette)) {}

void Samplings::put(const Row& row, std::uint32_t x, std::uint32_t y, std::uint32_t count,
                    int plane) {
    const auto channels = std::size_t(values.channels), stride = std::size_t(header_.stride());
    float* to = values.row(int(y)) + std::size_t(x) * channels;
    for (std::size_t i = 0; i < count; ++i, to += channels) {
        if (!palette_.empty())
            std::copy_n(palette_[row.whole(i * stride)].data(), 3, to);
        else if (header_.separate)
            to[plane] = row.value(i);
        else
            for (std::size_t c = 0; c < channels; ++c) to[c] = row.value(i * stride + c);
    }
}

// What is left of white.
Image rgb_of_inks(const Image& inks, bool alpha, int most, std::optional<ToSrgb>& to_srgb) {
    Image image = make_image(inks.width, inks.height, alpha ? 4 : 3);
    std::vector<float> four(std::size_t(inks.width) * 4), rgb(std::size_t(inks.width) * 3);
    for (int y = 0; y < inks.height; ++y) {
        const float* from = inks.row(y);
        float* to = image.row(y);
        for (std::size_t x = 0; x < std::size_t(inks.width); ++x)
            std::copy_n(from + x * std::size_t(inks.channels), 4, four.data() + x * 4);
        if (to_srgb) {
            to_srgb->convert_inks(four.data(), rgb.data(), std::size_t(inks.width));
        } else {
            for (std::size_t i = 0; i < rgb.size(); ++i) {
                const float* pixel = four.data() + i / 3 * 4;
                rgb[i] = float(quantise((1 - pixel[i % 3]) * (1 - pixel[3]), most)) / float(most);
            }
        }
        for (std::size_t x = 0; x < std::size_t(inks.width); ++x, to += image.channels) {
            std::copy_n(rgb.data() + x * 3, 3, to);
            if (alpha) to[3] = from[x * std::size_t(inks.channels) + 4];
        }
    }
    return image;
}

}  // namespace redraw::formats
