#include "app/gl/target.h"

#include "engine/arithmetic.h"
#include "engine/image/rgba.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

constexpr double kAtOnce = 1 << 20, kThin = 1 << 18;  // pixels
constexpr double kMostOnCard = 1 << 26;               // a quarter of a gigabyte
constexpr int kPixelsAFrame = 1 << 17;                // about a millisecond

// The stride at which every stride-th pixel of every stride-th row makes at most `pixels`.
int stride_for(const Image& picture, double pixels) {
    return std::max(1, int(std::ceil(std::sqrt(double(picture.pixel_count()) / pixels))));
}

}  // namespace

void TargetTexture::show(std::shared_ptr<const Image> picture, TextureFilter filter) {
    *this = {};
    if (double(picture->pixel_count()) <= kAtOnce) {
        thin_.upload(*picture, filter);
        filter_ = filter;
        return;
    }
    const int thin = stride_for(*picture, kThin);
    thin_.upload(to_rgba(*picture, thin), divide_up(picture->width, thin),
                 divide_up(picture->height, thin), TextureFilter::linear);
    const int longer = std::max(picture->width, picture->height);
    stride_ =
        std::max(stride_for(*picture, kMostOnCard), divide_up(longer, largest_texture_side()));
    rows_ = divide_up(picture->height, stride_);
    full_.start(divide_up(picture->width, stride_), rows_);
    picture_ = std::move(picture);
}

void TargetTexture::show_squares(bool squares) {
    if (!thin_.name() || full_.name() || filter_ == TextureFilter::nearest || squares == squares_)
        return;
    squares_ = squares;
    thin_.enlarge_by(squares ? TextureFilter::nearest : TextureFilter::linear);
}

bool TargetTexture::advance() {
    if (done()) return false;
    const int rows = std::clamp(kPixelsAFrame / full_.width(), 1, rows_ - next_row_);
    full_.put_rows(to_rgba(*picture_, stride_, next_row_, rows), next_row_, rows);
    next_row_ += rows;
    if (!done()) return true;
    full_.complete(TextureFilter::nearest);
    picture_.reset();
    thin_.clear();
    return false;
}

}  // namespace redraw
