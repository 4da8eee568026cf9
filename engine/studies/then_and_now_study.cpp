#include "engine/studies/then_and_now_study.h"

#include "engine/drawing/drawing.h"
#include "engine/drawing/whole_drawing.h"

#include <algorithm>
#include <utility>

namespace redraw {
namespace {

// Never larger than it is learned.
PixelSize shown_size(const Grid& picture) {
    const PixelSize most = ThenAndNowStudy::kMost;
    const double scale =
        std::min({1.0, double(most.width) / picture.width, double(most.height) / picture.height});
    return {std::max(1, int(picture.width * scale)), std::max(1, int(picture.height * scale))};
}

}  // namespace

// What is being drawn is finished first, so that a dial that is turned shows where it comes by.
bool ThenAndNowStudy::update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) {
    if (!view.then_and_now || !view.export_step) {
        *this = ThenAndNowStudy();  // a sheet that is closed holds no memory
        return false;
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
    if (!then_.under_way() && !now_.under_way()) tell();
    return !training || asked;
}

bool ThenAndNowStudy::begin(Drawing& drawing, const Trainer& trainer, std::int64_t step) {
    auto parameters = trainer.parameters_at(step);
    if (!parameters) return false;  // thinned out: what was drawn stays
    const PixelSize size = shown_size(trainer.dataset().grid);
    drawing = {step, std::move(*parameters),
               make_image(size.width, size.height, trainer.channels()), 0};
    return true;
}

void ThenAndNowStudy::advance(Drawing& drawing, Trainer& trainer) {
    Image& image = drawing.image;
    const Grid grid = within(trainer.dataset().grid, kMostLivePixels);
    const PixelSize size{image.width, image.height};
    const int rows =
        std::min(rows_per_part(trainer.backend(), grid, size), image.height - drawing.next_row);
    const Image part =
        draw_rows(trainer.backend(), grid, size, drawing.next_row, rows, drawing.parameters);
    std::ranges::copy(part.values, image.row(drawing.next_row));
    drawing.next_row += rows;
    if (!drawing.under_way()) drawing.parameters = {};
}

void ThenAndNowStudy::tell() {
    ThenAndNow both;
    // One that did not change keeps its identity, and its place on the graphics card.
    const auto shared = [&](const Drawing& drawing, std::int64_t told,
                            const std::shared_ptr<const Image>& image) {
        return newest_ && told == drawing.step ? image
                                               : std::make_shared<const Image>(drawing.image);
    };
    both.then_step = then_.step;
    both.now_step = now_.step;
    both.then = shared(then_, newest_ ? newest_->then_step : -1, newest_ ? newest_->then : nullptr);
    both.now = shared(now_, newest_ ? newest_->now_step : -1, newest_ ? newest_->now : nullptr);
    newest_ = std::make_shared<const ThenAndNow>(std::move(both));
}

}  // namespace redraw
