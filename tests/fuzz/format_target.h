// What the targets of the formats in modules share: any bytes as a picture of one of them.
#pragma once

#include "formats/formats.h"
#include "tests/fuzz/promised_image.h"
#include "tests/fuzz/target.h"

namespace redraw::fuzz {

inline void decode_any(Decoded (*decode)(const PictureSource&), const std::uint8_t* data,
                       std::size_t size) {
    const PictureLimits limits{.max_side = 500, .max_pixels = 50'000};
    const std::string name = "x";
    attempt([&] {
        const Decoded decoded = decode({bytes(data, size), name, limits});
        promise_image(decoded.image, limits);
        promise(decoded.bit_depth == 8 || decoded.bit_depth == 16, "8 or 16 bits");
        promise(decoded.orientation >= 1 && decoded.orientation <= 8, "an orientation");
        promise(can_be_shown(decoded.note), "a note can be shown");
    });
}

}  // namespace redraw::fuzz
