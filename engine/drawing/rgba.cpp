#include "engine/drawing/rgba.h"

#include "engine/arithmetic.h"
#include "engine/data/dataset.h"
#include "engine/image/image_writer.h"
#include "engine/image/resample.h"

#include <algorithm>

namespace redraw {

std::vector<std::uint8_t> to_rgba(const Image& image, int stride) {
    return to_rgba(image, stride, 0, divide_up(image.height, stride));
}

std::vector<std::uint8_t> to_rgba(const Image& image, int stride, int first, int rows) {
    const int width = divide_up(image.width, stride);
    std::vector<std::uint8_t> rgba(std::size_t(width) * rows * 4);
    std::uint8_t* out = rgba.data();
    const int colours = image.channels >= 3 ? 3 : 1;
    for (int y = first; y < first + rows; ++y) {
        const float* in = image.row(y * stride);
        for (int x = 0; x < width; ++x, out += 4, in += std::size_t(stride) * image.channels) {
            for (int c = 0; c < 3; ++c)
                out[c] = std::uint8_t(quantise(in[colours == 3 ? c : 0], 255));
            out[3] = image.channels == colours ? 255 : std::uint8_t(quantise(in[colours], 255));
        }
    }
    return rgba;
}

// Thinned out first, so that 100 megapixels take no time.
Image thumbnail_of(const Image& picture) {
    constexpr int kThumbnail = 160;  // pixels: 72 units at twice the scale
    const int stride = std::max(1, std::max(picture.width, picture.height) / (4 * kThumbnail));
    Image thin = make_image(std::max(1, picture.width / stride),  // a line stays one
                            std::max(1, picture.height / stride), picture.channels);
    for (int y = 0; y < thin.height; ++y)
        for (int x = 0; x < thin.width; ++x)
            std::copy_n(picture.row(y * stride) + std::size_t(x) * stride * picture.channels,
                        picture.channels, thin.row(y) + std::size_t(x) * picture.channels);
    const PixelSize size = training_size({.longer_side = kThumbnail}, thin.width, thin.height);
    return resample_area(thin, size.width, size.height);
}

}  // namespace redraw
