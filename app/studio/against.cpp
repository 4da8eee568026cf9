// What the drawing is held against, on the graphics card.
#include "app/studio/app.h"
#include "ui/centre/difference.h"

#include <utility>

namespace redraw {
namespace {

// Uploads what is not there yet; true when it did.
bool follow(GlTexture& texture, std::shared_ptr<const Image>& held,
            const std::shared_ptr<const Image>& wanted, TextureFilter filter) {
    if (held == wanted) return false;
    held = wanted;
    if (wanted)
        texture.upload(*wanted, filter);
    else
        texture.clear();
    return true;
}

void follow(GlTexture& texture, std::shared_ptr<const Surface>& held,
            const std::shared_ptr<const Surface>& wanted, PixelSize size, TextureFilter filter,
            Interop& interop) {
    if (held == wanted) return;
    held = wanted;
    if (wanted)
        texture.show(*wanted, size.width, size.height, filter, interop);
    else
        texture.clear();
}

}  // namespace

void StudioApp::update_against() {
    Pictures& p = pictures_;
    if (!status_->target) return;
    const PixelSize target{status_->target->width, status_->target->height};
    const bool ours = frame_ && frame_->run_serial == p.run_serial;
    // Kept while it is not asked for: that is a matter of one key.
    if (ours && frame_->bicubic &&
        follow(p.bicubic, p.bicubic_image, frame_->bicubic,
               frame_->full_picture ? drawing_filter() : TextureFilter::linear))
        p.bicubic_grid = frame_->grid;
    const auto& copy = status_->cool_down;
    follow(p.cooled, p.cooled_surface, copy ? copy->drawing : nullptr, target, drawing_filter(),
           interop_);
    const auto& other = status_->companion;
    follow(p.companion, p.companion_surface, other ? other->drawing : nullptr, target,
           drawing_filter(), interop_);
    if (other && other->closer) p.companion_grid = other->closer_grid;
    follow(p.companion_closer, p.closer_surface, other ? other->closer : nullptr,
           {p.companion_grid.width, p.companion_grid.height}, TextureFilter::linear, interop_);
    const auto& crop = status_->export_crop;
    follow(p.export_network, p.export_network_image, crop ? crop->network : nullptr,
           TextureFilter::nearest);
    follow(p.export_bicubic, p.export_bicubic_image, crop ? crop->bicubic : nullptr,
           TextureFilter::nearest);
}

void StudioApp::update_difference() {
    Pictures& p = pictures_;
    if (!difference_.wanted || !frame_ || !status_->target || frame_->run_serial != p.run_serial)
        return;
    const Image* other = status_->target.get();
    Grid of = picture_grid(other->width, other->height);
    const Surface* surface = nullptr;
    if (difference_.to == Against::bicubic && frame_->bicubic) {
        other = frame_->bicubic.get();
        of = frame_->grid;
    } else if (difference_.to == Against::cooled) {
        surface = p.cooled_surface.get();
    } else if (difference_.to == Against::companion) {
        surface = p.companion_surface.get();
    }
    const void* identity = surface ? static_cast<const void*>(surface) : other;
    const DifferenceLook wanted{frame_->serial, identity, difference_.gain, difference_.with_sign};
    if (p.difference_shown == wanted) return;
    if (surface) other = image_to_show(*surface);
    const Image* drawing = image_to_show(*frame_->surface);
    if (!drawing || !other) return;
    // The pixels that are learned are all told; between them the screen's are much alike.
    const int stride = frame_->full_picture ? 1 : screen_stride(drawing->width, drawing->height);
    const DifferenceMap map = difference_map(*drawing, frame_->grid, *other, of,
                                             {difference_.gain, difference_.with_sign, stride});
    p.difference.upload(map.rgba, map.width, map.height, TextureFilter::nearest);
    p.difference_grid = frame_->grid;
    p.difference_shown = wanted;
}

}  // namespace redraw
