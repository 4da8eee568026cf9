#include "engine/drawing/picture_thumbnail.h"

#include "engine/data/dataset.h"
#include "engine/image/picture.h"
#include "engine/image/resample.h"

#include <algorithm>
#include <vector>

namespace redraw {
namespace {

constexpr int kThumbnail = 160;  // pixels of the longer side: enough for 72 window units at scale 2

// Returns n: a thumbnail is resampled from every n-th pixel across and down, so that 100 megapixels
// take little time.
int stride_of(int width, int height) {
    return std::max(1, std::max(width, height) / (4 * kThumbnail));
}

Image thin_picture(int width, int height, int channels) {
    const int stride = stride_of(width, height);
    return make_image(std::max(1, width / stride),
                      std::max(1, height / stride),  // a picture of one row keeps a row
                      channels);
}

void thin_row(const float* row, int stride, Image& thin, int y) {
    for (int x = 0; x < thin.width; ++x)
        std::copy_n(row + std::size_t(x) * std::size_t(stride) * std::size_t(thin.channels),
                    thin.channels, thin.row(y) + std::size_t(x) * std::size_t(thin.channels));
}

Image shrunk(const Image& thin) {
    const PixelSize size = training_size({.longer_side = kThumbnail}, thin.width, thin.height);
    return resample_area(thin, size.width, size.height);
}

}  // namespace

Image thumbnail_of(const Image& picture) {
    const int stride = stride_of(picture.width, picture.height);
    Image thin = thin_picture(picture.width, picture.height, picture.channels);
    for (int y = 0; y < thin.height; ++y) thin_row(picture.row(y * stride), stride, thin, y);
    return shrunk(thin);
}

Image load_thumbnail(const std::filesystem::path& picture) {
    // Uses the size limits for opening a picture, because larger pictures take too long.
    constexpr PictureLimits kLimits{};
    PictureRows rows(picture, kLimits, kLimits);
    const int stride = stride_of(rows.width(), rows.height());
    Image thin = thin_picture(rows.width(), rows.height(), rows.channels());
    std::vector<float> row(std::size_t(rows.width()) * std::size_t(rows.channels()));
    for (int y = 0; y < thin.height; ++y) {
        for (int skipped = y == 0 ? stride - 1 : 0; skipped < stride; ++skipped) rows.read(row);
        thin_row(row.data(), stride, thin, y);
    }
    return shrunk(thin);
}

}  // namespace redraw
