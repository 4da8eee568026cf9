#include "app/studio/scene_textures.h"

#include "engine/drawing/picture_thumbnail.h"
#include "ui/actions/comparison.h"
#include "ui/centre/difference.h"
#include "ui/state/state.h"

#include <algorithm>

namespace redraw {

ui::Texture texture_of(const GlTexture& texture, const Grid& grid) {
    // ImTextureID is a pointer or an integer, depending on the version of ImGui.
    return {(ImTextureID)(static_cast<std::intptr_t>(texture.name())), texture.width(),
            texture.height(), grid};
}

void SceneTextures::put_into(ui::View& view, const Status& status) const {
    const Scene& p = scene_;
    if (status.target) {
        const Grid whole = picture_grid(status.target->width, status.target->height);
        view.picture = texture_of(p.picture, whole);
        view.target = texture_of(p.target.texture(), whole);
        view.backdrop = texture_of(p.full, whole);
        view.drawing = p.region_shown ? texture_of(p.region, p.region_grid) : view.backdrop;
        view.difference = texture_of(p.difference, p.difference_grid);
        view.bicubic = texture_of(p.bicubic.texture, p.bicubic_grid);
        for (std::size_t i = 0; i < p.compared_runs.size(); ++i) {
            const ComparedTextures& other = p.compared_runs[i];
            view.compared_runs[i] = texture_of(other.whole.texture, whole);
            view.compared_closer[i] = texture_of(other.closer.texture, other.closer_grid);
        }
    }
    p.neurons.put_into(view);
}

ui::Texture SceneTextures::of(const std::shared_ptr<const Image>& picture, bool squares) {
    const auto [shown, is_new] = by_picture_.try_emplace(picture);
    if (is_new)
        shown->second.upload(*picture, squares ? TextureFilter::nearest : TextureFilter::linear);
    return texture_of(shown->second, {});
}

int SceneTextures::update(const Status& status, const std::shared_ptr<const Frame>& frame,
                          bool training_pixels, const ui::DifferenceView& difference) {
    if (status.run_serial != scene_.run_serial || training_pixels != scene_.training_pixels)
        begin(status, training_pixels);
    std::erase_if(by_picture_, [](const auto& shown) { return shown.first.use_count() == 1; });
    int due = scene_.target.advance() ? 1 : 0;
    const Frame* ours = frame && frame->run_serial == scene_.run_serial ? frame.get() : nullptr;
    if (ours && ours->serial != scene_.frame_serial) show(*ours);
    if (!status.target) return due;
    update_bicubic(ours);
    update_compared(status);
    if (difference.wanted && ours) update_difference(status, *ours, difference);
    due = std::max(due, scene_.neurons.update(status));
    return due;
}

void SceneTextures::begin(const Status& status, bool training_pixels) {
    scene_ = {};
    scene_.run_serial = status.run_serial;
    scene_.training_pixels = training_pixels;
    if (!status.target) return;
    const bool original = !training_pixels && status.picture &&
                          status.picture->pixel_count() > status.target->pixel_count();
    if (original)
        scene_.target.show(status.picture, TextureFilter::linear);
    else
        scene_.target.show(status.target, TextureFilter::nearest);
    scene_.picture.upload(thumbnail_of(status.picture ? *status.picture : *status.target),
                          TextureFilter::linear);
}

void SceneTextures::show(const Frame& frame) {
    Scene& p = scene_;
    p.frame_serial = frame.serial;
    ++drawings_;
    p.region_shown = !frame.full_picture;
    const Grid& grid = frame.grid;
    if (p.region_shown) p.region_grid = grid;
    p.stayed_on_card =
        (p.region_shown ? p.region : p.full)
            .show(*frame.surface, grid.width, grid.height,
                  p.region_shown ? TextureFilter::linear : drawing_filter(), interop_);
}

void SceneTextures::update_bicubic(const Frame* frame) {
    Scene& p = scene_;
    // Keeps the texture of the bicubic interpolation while it is hidden, because one key shows it
    // again.
    if (frame && frame->bicubic &&
        p.bicubic.follow(frame->bicubic,
                         frame->full_picture ? drawing_filter() : TextureFilter::linear))
        p.bicubic_grid = frame->grid;
}

void SceneTextures::update_compared(const Status& status) {
    const int width = status.target->width, height = status.target->height;
    for (std::size_t i = 0; i < scene_.compared_runs.size(); ++i) {
        const auto other = i < status.compared_runs.size() ? status.compared_runs[i] : nullptr;
        ComparedTextures& shown = scene_.compared_runs[i];
        shown.whole.follow(other ? other->drawing : nullptr, width, height, drawing_filter(),
                           interop_);
        if (other && other->closer) shown.closer_grid = other->closer_grid;
        shown.closer.follow(other ? other->closer : nullptr, shown.closer_grid.width,
                            shown.closer_grid.height, TextureFilter::linear, interop_);
    }
}

void SceneTextures::update_difference(const Status& status, const Frame& frame,
                                      const ui::DifferenceView& view) {
    Scene& p = scene_;
    const Image* other = status.target.get();
    Grid of = picture_grid(other->width, other->height);
    const Surface* surface = nullptr;
    if (view.to == ui::Reference::bicubic && frame.bicubic) {
        other = frame.bicubic.get();
        of = frame.grid;
    } else if (const auto compared_run = ui::compared_run_of(view.to)) {
        surface = p.compared_runs[*compared_run].whole.of.get();
    }
    const void* identity = surface ? static_cast<const void*>(surface) : other;
    const DifferenceSource wanted{frame.serial, identity, view};
    if (p.difference_shown == wanted) return;
    if (surface) other = image_to_show(*surface);
    const Image* drawing = image_to_show(*frame.surface);
    if (!drawing || !other) return;
    // A render at the training size is compared at every pixel. A zoomed region is compared at only
    // some pixels, because neighbouring pixels of a render for the screen are alike.
    const int stride = frame.full_picture ? 1 : ui::screen_stride(drawing->width, drawing->height);
    const ui::DifferenceMap map =
        ui::difference_map(*drawing, frame.grid, *other, of, {view.gain, view.with_sign, stride});
    p.difference.upload(map.rgba, map.width, map.height, TextureFilter::nearest);
    p.difference_grid = frame.grid;
    p.difference_shown = wanted;
}

}  // namespace redraw
