#include "engine/features/studies/then_and_now.h"

#include "engine/drawing/drawing.h"
#include "engine/seconds.h"
#include "engine/training/share_of_time.h"
#include "engine/training/trainer.h"

#include <algorithm>

namespace redraw {
namespace {

// Returns the size of ThenAndNowStudy's renders: within kMost and never larger than the training
// size.
PixelSize shown_size(const Grid& picture) {
    const PixelSize most = ThenAndNowStudy::kMost;
    const double scale =
        std::min({1.0, double(most.width) / picture.width, double(most.height) / picture.height});
    return {std::max(1, int(picture.width * scale)), std::max(1, int(picture.height * scale))};
}

}  // namespace

// Finishes a render before beginning the next one, so that some keyframes appear while the user
// still turns the dial that chooses the keyframe to export.
bool ThenAndNowStudy::update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) {
    if (!view.then_and_now || !view.export_step) {
        *this = ThenAndNowStudy();  // frees the renders while the window shows none
        return false;
    }
    if (edits_ != view.edits) {
        *this = ThenAndNowStudy();
        edits_ = view.edits;
    }
    const bool due = !training || training->due();
    if (!then_.under_way() && then_.step != *view.export_step)
        begin(then_, trainer, *view.export_step);
    if (!now_.under_way() && now_.step != trainer.step() && (due || now_.step < 0))
        begin(now_, trainer, trainer.step());
    const bool asked = then_.under_way() || (now_.under_way() && !newest_);
    Drawing& next = then_.under_way() ? then_ : now_;
    if (!next.under_way() || (!asked && !due)) return false;
    const ShareOfTime::Part part(training);
    advance(next, trainer);
    if (!then_.under_way() && !now_.under_way() && then_.step >= 0) publish();
    return !training || asked;
}

void ThenAndNowStudy::begin(Drawing& drawing, const Trainer& trainer, std::int64_t step) const {
    auto parameters = edited_parameters(trainer, step, edits_);
    if (!parameters) return;  // the keyframe no longer exists: the old render stays
    const PixelSize shown = shown_size(trainer.dataset().grid);
    drawing = {step, std::move(*parameters),
               make_image(shown.width, shown.height, trainer.channels()), 0};
}

void ThenAndNowStudy::advance(Drawing& drawing, Trainer& trainer) const {
    const Grid picture = within(trainer.dataset().grid, kMostLivePixels);
    const Image& image = drawing.image;
    draw_next_rows(trainer.backend(), picture, resized(picture, image.width, image.height),
                   drawing.parameters, drawing.image, drawing.next_row);
    if (!drawing.under_way()) drawing.parameters = {};
}

void ThenAndNowStudy::publish() {
    // Keeps an unchanged image as the same object, so that its texture is not uploaded again.
    const auto image_of = [](const Drawing& drawing, bool same, const auto& before) {
        return same ? before : std::make_shared<const Image>(drawing.image);
    };
    const ThenAndNow before = newest_ ? *newest_ : ThenAndNow{-1, -1, nullptr, nullptr};
    newest_ = std::make_shared<const ThenAndNow>(ThenAndNow{
        then_.step, now_.step, image_of(then_, before.then_step == then_.step, before.then),
        image_of(now_, before.now_step == now_.step, before.now)});
}

}  // namespace redraw
