// What StudioApp keeps on the graphics card: brought up to date when the session has something new,
// never while drawing.
#include "app/studio_app.h"
#include "engine/image/resample.h"
#include "engine/training/dataset.h"

#include <algorithm>

namespace redraw {
namespace {

constexpr int kThumbnail = 160;  // pixels: 72 units at twice the scale

// A picture of any size at thumbnail size: thinned out first, so that 100 megapixels take no time.
Image thumbnail_of(const Image& picture) {
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

}  // namespace

void StudioApp::update_pictures() {
    Pictures& p = pictures_;
    if (status_->run_serial != p.run_serial) {
        const std::int64_t drawings = p.drawings;
        p = {};
        p.drawings = drawings;
        p.run_serial = status_->run_serial;
        if (status_->target) {
            p.target.show(status_->target);
            p.picture.upload(thumbnail_of(status_->picture ? *status_->picture : *status_->target),
                             Sampling::linear);
        }
    }
    if (p.target.advance()) frames_due_ = std::max(frames_due_, 1);  // and more with the next frame
    if (status_->thumbnails) {
        for (const Thumbnail& thumbnail : *status_->thumbnails)
            if (thumbnail.image && !p.thumbnails.contains(thumbnail.step))
                p.thumbnails[thumbnail.step].upload(*thumbnail.image, Sampling::linear);
    }
    if (!frame_ || frame_->run_serial != p.run_serial || frame_->serial == p.frame_serial) return;
    p.frame_serial = frame_->serial;
    ++p.drawings;
    p.region_shown = !frame_->full_picture;
    const Grid& grid = frame_->grid;
    if (frame_->full_picture) {
        p.stayed_on_card =
            p.full.show(*frame_->surface, grid.width, grid.height, Sampling::nearest, interop_);
    } else {
        p.stayed_on_card =
            p.region.show(*frame_->surface, grid.width, grid.height, Sampling::linear, interop_);
        p.region_grid = grid;
    }
}

}  // namespace redraw
