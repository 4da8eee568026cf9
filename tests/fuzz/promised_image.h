// What every decoded picture keeps to, whatever its bytes were.
#pragma once

#include "engine/image/image.h"
#include "engine/image/picture.h"
#include "tests/fuzz/target.h"

namespace redraw::fuzz {

inline void promise_image(const Image& image, const PictureLimits& limits) {
    promise(image.width > 0 && image.height > 0, "a picture has pixels");
    promise(std::int64_t(image.pixel_count()) <= limits.max_pixels, "the limits hold");
    promise(image.channels >= 1 && image.channels <= 4, "1 to 4 channels");
    promise(image.values.size() == image.pixel_count() * std::size_t(image.channels),
            "a value for every pixel and channel");
    for (const float value : image.values) promise(value >= 0 && value <= 1, "0 to 1");
}

}  // namespace redraw::fuzz
