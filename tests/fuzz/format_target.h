// What the targets of the formats in modules share: any bytes as a picture of one of them.
#pragma once

#include "formats/formats.h"
#include "tests/fuzz/promised_image.h"
#include "tests/fuzz/target.h"

#include <utility>

namespace redraw::fuzz {

inline constexpr PictureLimits kFuzzLimits{.max_side = 500, .max_pixels = 50'000};

// What came of it; empty where it was refused.
inline Image decode_any(Decoded (*decode)(const PictureSource&), const std::uint8_t* data,
                        std::size_t size) {
    const std::string name = "x";
    Image image;
    attempt([&] {
        Decoded decoded = decode({bytes(data, size), name, kFuzzLimits});
        promise_image(decoded.image, kFuzzLimits);
        promise(decoded.bit_depth == 8 || decoded.bit_depth == 16, "8 or 16 bits");
        promise(decoded.orientation >= 1 && decoded.orientation <= 8, "an orientation");
        promise(can_be_shown(decoded.note), "a note can be shown");
        // Turned it would be no longer row by row.
        if (decoded.orientation == 1) image = std::move(decoded.image);
    });
    return image;
}

}  // namespace redraw::fuzz
