#include "engine/drawing/thumbnail.h"

#include "engine/data/dataset.h"
#include "engine/image/resample.h"

#include <algorithm>

namespace redraw {

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
