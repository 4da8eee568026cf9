// What StudioApp keeps on the graphics card: brought up to date when the session has something new,
// never while drawing.
#include "app/studio/app.h"
#include "engine/drawing/rgba.h"

#include <algorithm>
#include <utility>

namespace redraw {

void StudioApp::update_pictures() {
    Pictures& p = pictures_;
    const bool pixels = ui_.preferences.training_pixels;
    if (status_->run_serial != p.run_serial || pixels != p.training_pixels) {
        const std::int64_t drawings = p.drawings;
        p = {};
        p.drawings = drawings;
        p.run_serial = status_->run_serial;
        p.training_pixels = pixels;
        if (status_->target) {
            const bool original = !pixels && status_->picture &&
                                  status_->picture->pixel_count() > status_->target->pixel_count();
            if (original)
                p.target.show(status_->picture, TextureFilter::linear);
            else
                p.target.show(status_->target, TextureFilter::nearest);
            p.picture.upload(thumbnail_of(status_->picture ? *status_->picture : *status_->target),
                             TextureFilter::linear);
        }
    }
    if (p.target.advance()) frames_due_ = std::max(frames_due_, 1);  // and more with the next frame
    if (status_->thumbnails) {
        auto before = std::exchange(p.thumbnails, {});  // what is not shown any more goes
        for (const Thumbnail& thumbnail : *status_->thumbnails) {
            if (auto known = before.extract(thumbnail.image))
                p.thumbnails.insert(std::move(known));
            else
                p.thumbnails[thumbnail.image].upload(*thumbnail.image, TextureFilter::linear);
        }
    }
    if (!frame_ || frame_->run_serial != p.run_serial || frame_->serial == p.frame_serial) return;
    p.frame_serial = frame_->serial;
    ++p.drawings;
    p.region_shown = !frame_->full_picture;
    const Grid& grid = frame_->grid;
    if (frame_->full_picture) {
        p.stayed_on_card =
            p.full.show(*frame_->surface, grid.width, grid.height, drawing_filter(), interop_);
    } else {
        p.stayed_on_card = p.region.show(*frame_->surface, grid.width, grid.height,
                                         TextureFilter::linear, interop_);
        p.region_grid = grid;
    }
}

}  // namespace redraw
