#include "engine/features/studies/export_preview.h"

#include "engine/drawing/drawing.h"
#include "engine/features/enlarge/enlargement.h"
#include "engine/image/resample.h"
#include "engine/training/share_of_time.h"
#include "engine/training/trainer.h"

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

constexpr int kLargestSide = 65536;

bool is_drawable(PixelSize size) {
    return std::min(size.width, size.height) >= 1 &&
           std::max(size.width, size.height) <= kLargestSide;
}

// Returns the start of a visible part of `room` pixels along a side of `length` pixels: centred on
// `middle` (0 to 1) as far as the side's ends allow.
int start_around(double middle, int length, int room) {
    const double start = std::clamp(middle, 0.0, 1.0) * length - room / 2.0;
    return std::clamp(int(std::lround(start)), 0, length - room);
}

PixelSize room_in(PixelSize size, PixelSize room) {
    return {std::clamp(room.width, 1, std::min(size.width, CropStudy::kMost.width)),
            std::clamp(room.height, 1, std::min(size.height, CropStudy::kMost.height))};
}

}  // namespace

PixelRect export_part(PixelSize size, PixelSize room, Point middle) {
    const PixelSize seen = room_in(size, room);
    return {start_around(middle.x, size.width, seen.width),
            start_around(middle.y, size.height, seen.height), seen.width, seen.height};
}

PixelRect export_part(const Image& target, const ExportView& view) {
    const PixelSize size = view.size, seen = room_in(size, view.room);
    if (view.middle) return export_part(size, seen, *view.middle);
    const auto scaled = [](int value, int to, int from) {
        return int(std::lround(double(value) * to / from));
    };
    const PixelRect busy = busiest_part(target, {scaled(seen.width, target.width, size.width),
                                                 scaled(seen.height, target.height, size.height)});
    return {std::clamp(scaled(busy.x, size.width, target.width), 0, size.width - seen.width),
            std::clamp(scaled(busy.y, size.height, target.height), 0, size.height - seen.height),
            seen.width, seen.height};
}

PixelRect detail_of(const Image& target, PixelSize size) {
    return export_part(target, {.size = size, .room = {230, 172}});
}

// Renders a newly requested detail at once. Renders a detail again when training has gone on since
// and the share of time allows.
bool CropStudy::update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) {
    if (!view.export_view || !is_drawable(view.export_view->size)) {
        // Frees all renders and measurements once the export sheet is closed or its size cannot be
        // rendered. Keeps only what the constructor takes.
        *this = CropStudy({std::move(picture_), std::move(find_), {}});
        return false;
    }
    const ExportView& seen = *view.export_view;
    const bool due = !training || training->due();
    const PixelRect part = export_part(trainer.dataset().target, seen);
    follow(file_, trainer, {seen.size, part, seen.method, view.export_step, view.edits}, due);
    follow(other_, trainer, {seen.size, part, seen.compared, std::nullopt, view.edits}, due);
    const auto asked = [](const Side& side) { return side.under_way() && !side.drawn_once; };
    const bool urgent = asked(file_) || asked(other_);
    Side& next = asked(file_) || (file_.under_way() && !asked(other_)) ? file_ : other_;
    if (!next.under_way()) begin_measure(trainer, view, due);
    if ((!urgent && !due) || (!next.under_way() && !original_)) return false;
    const ShareOfTime::Part share(training);
    if (next.under_way() ? advance(next) : measure()) publish();
    return !training || urgent;
}

void CropStudy::follow(Side& side, Trainer& trainer, const Wanted& wanted, bool due) const {
    const bool another = side.of != wanted;
    const bool of_network = wanted.method == Method::network;
    const bool older = of_network && !wanted.step && side.step != trainer.step();
    if (another || !side.drawn_once) {
        if (another || !side.under_way()) begin(side, trainer, wanted);
    } else if (older && due && !side.under_way()) {
        begin(side, trainer, wanted);
        side.drawn_once = true;
    }
}

void CropStudy::begin(Side& side, Trainer& trainer, const Wanted& wanted) const {
    std::optional<ExportSource> source;
    std::int64_t step = -1;
    if (wanted.method == Method::network) {
        step = wanted.step.value_or(trainer.step());
        auto parameters = edited_parameters(trainer, step, wanted.edits);
        if (!parameters) return;  // the keyframe no longer exists: the old render stays
        source = network_source(trainer, wanted.size,
                                std::make_shared<const std::vector<float>>(std::move(*parameters)));
    } else if (wanted.method == Method::enlarging) {
        const auto enlargement = find_ ? find_() : nullptr;
        if (enlargement && enlargement->finished())
            source = enlarging_source(enlargement, wanted.size);
    } else {
        source =
            interpolated_source(trainer, picture_, wanted.size, filter_of(wanted.method).value());
    }
    side.of = wanted;
    side.step = step;
    side.drawing = make_image(wanted.part.width, wanted.part.height, source ? source->channels : 1);
    side.source = std::move(source);
    side.next_row = 0;
    side.drawn_once = false;
}

bool CropStudy::advance(Side& side) {
    const auto& [size, part, method, step, edits] = side.of;
    const double rows_each = double(side.source->rows_each) * size.width / part.width;
    const int rows = int(std::clamp(rows_each, 1.0, double(part.height - side.next_row)));
    const Image drawn = side.source->draw({part.x, part.y + side.next_row, part.width, rows});
    std::ranges::copy(drawn.values, side.drawing.row(side.next_row));
    side.next_row += rows;
    if (side.next_row < part.height) return false;
    side.source.reset();
    side.drawn = {size, part, method, std::make_shared<const Image>(std::move(side.drawing))};
    side.drawn_once = true;
    return true;
}

// Begins to compare the network with the picture as it was opened. Does not measure an earlier
// keyframe, because the user chooses it by its appearance. While the run trains, the last result
// stays until there is a newer one.
void CropStudy::begin_measure(Trainer& trainer, const ViewRequest& view, bool due) {
    const Image& target = trainer.dataset().target;
    if (view.export_step || !picture_ ||
        (picture_->width <= target.width && picture_->height <= target.height))
        return;
    const PixelSize size = compared_whole(*picture_) ? PixelSize{picture_->width, picture_->height}
                                                     : view.export_view->size;
    const Wanted wanted{size, detail_of(target, size), Method::network, {}, view.edits};
    const bool another = measured_ != wanted;
    if (another) methods_.clear();
    if (!another && (original_ || !due || measured_step_ == trainer.step())) return;
    measured_ = wanted;
    measured_step_ = trainer.step();
    original_ = std::make_unique<OriginalComparison>(
        trainer, picture_, size, wanted.part, edited_parameters(trainer, {}, view.edits).value());
}

bool CropStudy::measure() {
    if (!original_->advance()) return false;
    methods_ = original_->methods();
    original_.reset();
    return true;
}

void CropStudy::publish() {
    newest_ = std::make_shared<const ExportCrop>(ExportCrop{file_.drawn, other_.drawn, methods_});
}

}  // namespace redraw
