#include "engine/session/run_studies.h"

#include <utility>

namespace redraw {
namespace {

template <class Value>
bool take(Value& known, const Value& newest) {
    if (known == newest) return false;
    known = newest;
    return true;
}

}  // namespace

RunStudies::RunStudies(const std::shared_ptr<const Image>& picture, FindEnlargement find)
    : crop_(picture, std::move(find)), original_(picture), all_{&thumbnails_,   &neurons_,
                                                                &pixel_,        &crop_,
                                                                &then_and_now_, &changes_,
                                                                &psnr_,         &original_} {}

bool RunStudies::update(Trainer& trainer, const ViewRequest& view, bool training) {
    bool more = false;
    ++turn_;  // or the first would take the whole share
    for (std::size_t i = 0; i < all_.size(); ++i)
        more |=
            all_[(turn_ + i) % all_.size()]->update(trainer, view, training ? &share_ : nullptr);
    return more;
}

bool RunStudies::publish(Status& status) {
    bool news = take(status.thumbnails, thumbnails_.newest());
    news |= take(status.neurons, neurons_.newest());
    news |= take(status.pixel_history, pixel_.newest());
    news |= take(status.export_crop, crop_.newest());
    news |= take(status.then_and_now, then_and_now_.newest());
    news |= take(status.keyframe_changes, changes_.newest());
    news |= take(status.original, original_.newest());
    // The trainer records those; the report reads them there.
    return take(known_measurements_, psnr_.measurements()) || news;
}

}  // namespace redraw
