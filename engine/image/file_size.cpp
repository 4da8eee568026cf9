#include "engine/image/file_size.h"

#include "engine/image/metrics.h"
#include "engine/image/picture.h"

#include <algorithm>
#include <limits>

namespace redraw {
namespace {

constexpr int kBestQuality = 100;

// Gives a decoded file the channels of the picture: a format that knows no gray gives it thrice,
// and one that drops what is opaque anyway gives no alpha.
Image with_channels(const Image& decoded, int channels) {
    if (decoded.channels == channels) return decoded;
    Image result = make_image(decoded.width, decoded.height, channels, 1.0f);
    const int wanted = channels - has_alpha(channels);
    const int given = decoded.channels - has_alpha(decoded.channels);
    const float* from = decoded.values.data();
    float* to = result.values.data();
    for (std::size_t i = 0; i < decoded.pixel_count(); ++i) {
        if (wanted < given)
            to[0] = (from[0] + from[1] + from[2]) / 3;
        else
            for (int c = 0; c < wanted; ++c) to[c] = from[std::min(c, given - 1)];
        if (has_alpha(channels) && has_alpha(decoded.channels)) to[wanted] = from[given];
        from += decoded.channels;
        to += channels;
    }
    return result;
}

FileSize file_of(const Image& picture, ImageFormat format, int quality) {
    const auto bytes =
        encode_image(picture, format, {.quality = quality, .lossy = true, .tagged = false});
    const Image decoded = decode_picture(bytes, "picture").image;
    return {bytes.size(), quality, psnr(with_channels(decoded, picture.channels), picture)};
}

}  // namespace

bool can_hold(ImageFormat format, const Image& picture) {
    return std::max(picture.width, picture.height) <= largest_side(format) &&
           !(format == ImageFormat::jpeg && has_alpha(picture.channels));
}

std::optional<FileSize> smallest_file(const Image& picture, ImageFormat format, double psnr) {
    if (!can_hold(format, picture)) return std::nullopt;
    FileSize found = file_of(picture, format, kBestQuality);
    if (!(found.psnr >= psnr)) return std::nullopt;
    int below = 0;  // the best quality known, or taken, not to reach it
    while (found.quality - below > 1) {
        const FileSize middle = file_of(picture, format, (found.quality + below) / 2);
        if (middle.psnr >= psnr)
            found = middle;
        else
            below = middle.quality;
    }
    return found;
}

FileSize png_file(const Image& picture) {
    return {encode_png(picture, 8).size(), 0, std::numeric_limits<double>::infinity()};
}

}  // namespace redraw
