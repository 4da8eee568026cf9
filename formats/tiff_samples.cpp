#include "formats/tiff_samples.h"

#include <algorithm>
#include <utility>

namespace redraw::formats {

Samplings::Samplings(const TiffHeader& header, std::vector<Colour> palette)
    : values(make_image(int(header.width), int(header.height), header.channels())),
      header_(header),
      palette_(std::move(palette)) {}

void Samplings::put(const Row& row, std::uint32_t x, std::uint32_t y, std::uint32_t count,
                    int value) {
    const auto channels = std::size_t(values.channels), stride = std::size_t(header_.stride());
    const int used = header_.used(), first_channel = header_.indexed() ? 2 : 0;
    float* to = values.row(int(y)) + std::size_t(x) * channels;
    for (std::size_t i = 0; i < count; ++i, to += channels) {
        if (header_.indexed() && value == 0)
            std::copy_n(palette_[row.whole(i * stride)].data(), 3, to);
        if (header_.separate) {
            if (!header_.indexed() || value > 0) to[first_channel + value] = row.value(i, value);
            continue;
        }
        for (int c = header_.indexed() ? 1 : 0; c < used; ++c)
            to[first_channel + c] = row.value(i * stride + std::size_t(header_.sample_of(c)), c);
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
