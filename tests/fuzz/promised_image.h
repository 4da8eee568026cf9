// Promises that every decoded picture must keep, whatever the file contained.
#pragma once

#include "engine/image/decode.h"
#include "engine/image/image.h"
#include "engine/image/picture.h"
#include "engine/image/sniff.h"
#include "tests/fuzz/target.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace redraw::fuzz {

inline void promise_image(const Image& image, const PictureLimits& limits) {
    promise(image.width > 0 && image.height > 0, "a picture has pixels");
    promise(std::int64_t(image.pixel_count()) <= limits.max_pixels, "the limits hold");
    promise(image.channels >= 1 && image.channels <= 4, "1 to 4 channels");
    promise(image.values.size() == image.pixel_count() * std::size_t(image.channels),
            "a value for every pixel and channel");
    for (const float value : image.values) promise(value >= 0 && value <= 1, "0 to 1");
}

// Checks the same picture read by rows, if its format supports that. Rows are refused or equal
// those of `whole`; an empty `whole` (refused, or not comparable) is not compared.
inline void promise_rows(std::unique_ptr<RowDecoder> (*open)(const PictureSource&),
                         const PictureSource& source, const Image& whole) {
    if (open == nullptr) return;
    attempt([&] {
        const auto rows = open(source);
        if (!rows) return;
        const std::size_t count = std::size_t(rows->width) * std::size_t(rows->channels);
        promise(std::int64_t(rows->width) * rows->height <= source.limits.max_pixels,
                "the limits hold for rows");
        std::vector<float> row(count);
        for (int y = 0; y < rows->height; ++y) {
            rows->read(row.data());
            if (!whole.values.empty())
                promise(std::equal(row.begin(), row.end(), whole.row(y)), "rows are the picture's");
        }
        promise(can_be_shown(rows->note), "a note can be shown");
    });
}

// Small limits: large sizes in a header stay cheap, and the checks are the same.
inline constexpr PictureLimits kFuzzLimits{.max_side = 500, .max_pixels = 50'000};

// Checks a file as read by decode_picture(), and by rows.
inline void promise_picture(std::span<const std::byte> file) {
    const std::string name = "x";
    Picture picture;
    attempt([&] {
        picture = decode_picture(file, name, kFuzzLimits);
        promise_image(picture.image, kFuzzLimits);
        promise(can_be_shown(picture.note), "a note can be shown");
    });
    promise_rows(sniff(file).rows, {file, name, kFuzzLimits}, picture.image);
}

}  // namespace redraw::fuzz
