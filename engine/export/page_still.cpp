#include "engine/export/page_still.h"

#include "engine/drawing/drawing.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/image/image_writer.h"
#include "engine/image/metrics.h"
#include "engine/image/picture.h"
#include "engine/image/resample.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

constexpr std::size_t kLosslessBelow = 60'000;
constexpr int kLeastQuality = 50, kLeastStillSide = 512;

PixelSize no_larger(PixelSize size, int side) {
    const int longer = std::max(size.width, size.height);
    if (longer <= side) return size;
    const auto scaled = [&](int length) {
        return std::max(1, int(std::lround(double(length) * side / longer)));
    };
    return {scaled(size.width), scaled(size.height)};
}

Image no_larger(const Image& image, int side) {
    const PixelSize size = no_larger(PixelSize{image.width, image.height}, side);
    return size.width == image.width && size.height == image.height
               ? image
               : resample_area(image, size.width, size.height);
}

std::vector<std::byte> lossy(const Image& image, int quality, bool tagged) {
    return encode_image(image, ImageFormat::webp,
                        {.quality = quality, .lossy = true, .tagged = tagged});
}

std::vector<std::byte> lossy_picture(const Image& shown, std::size_t most, bool tagged) {
    const int side = std::max(shown.width, shown.height);
    std::vector<std::byte> bytes;
    for (const double share : {1.0, 0.75, 0.5, 0.25, 0.125}) {
        const Image smaller = no_larger(shown, std::max(1, int(side * share)));
        for (const int quality : {85, 70, kLeastQuality}) {
            bytes = lossy(smaller, quality, tagged);
            if (bytes.size() <= most) return bytes;
        }
    }
    return bytes;
}

// Converts a decoded WebP, which has 3 or 4 channels, to 1, 3 or 4: gray is the red channel.
Image with_channels(const Image& image, int channels) {
    Image out = make_image(image.width, image.height, channels, 1.0f);
    const auto from = std::size_t(image.channels), to = std::size_t(channels);
    for (std::size_t i = 0; i < image.pixel_count(); ++i)
        std::copy_n(image.values.data() + i * from, std::min(from, to), out.values.data() + i * to);
    return out;
}

}  // namespace

StillDrawing::StillDrawing(PixelSize picture, int channels, std::vector<float> parameters)
    : picture_(picture_grid(picture.width, picture.height)), parameters_(std::move(parameters)) {
    const PixelSize size = no_larger(picture, kMostStillSide);
    image_ = make_image(size.width, size.height, channels);
}

bool StillDrawing::advance(Backend& backend) {
    const PixelSize size{image_.width, image_.height};
    const int rows = std::min(rows_per_part(backend, picture_, size), image_.height - next_row_);
    const Image drawn = draw_rows(backend, picture_, size, next_row_, rows, parameters_);
    std::ranges::transform(drawn.values, image_.row(next_row_),
                           [](float value) { return value > 0 ? std::min(value, 1.0f) : 0; });
    next_row_ += rows;
    return next_row_ == image_.height;
}

std::vector<std::byte> small_picture(const Image& image, int side, std::size_t most) {
    const Image shown = no_larger(image, side);
    auto lossless = encode_image(shown, ImageFormat::webp);
    if (lossless.size() <= std::min(kLosslessBelow, most)) return lossless;
    return lossy_picture(shown, most, true);
}

std::size_t least_still_bytes(const Image& drawing) {
    return lossy(no_larger(drawing, kLeastStillSide), kLeastQuality, false).size();
}

PageStill page_still(const Image& drawing, const Image& target, std::size_t most) {
    PageStill still;
    still.bytes = lossy_picture(drawing, most, false);
    const Image decoded =
        with_channels(decode_picture(still.bytes, "a still image").image, target.channels);
    still.width = decoded.width;
    still.height = decoded.height;
    still.psnr = still_psnr(decoded, target);
    return still;
}

double still_psnr(const Image& still, const Image& target) {
    constexpr int kMostLevel = 255;
    const int step = measured_row_step({target.width, target.height});
    double squares = 0;
    std::size_t values = 0;
    for (int y = step / 2; y < target.height; y += step) {
        const Image row = resample_part(still, target.width, target.height, {0, y, target.width, 1},
                                        Filter::bilinear);
        for (std::size_t i = 0; i < row.values.size(); ++i) {
            const int apart =
                quantise(row.values[i], kMostLevel) - quantise(target.row(y)[i], kMostLevel);
            squares += double(apart) * apart;
        }
        values += row.values.size();
    }
    return psnr_of_mse(squares / (double(kMostLevel) * kMostLevel * double(values)));
}

}  // namespace redraw
