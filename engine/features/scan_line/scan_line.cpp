#include "engine/features/scan_line/scan_line.h"

#include "engine/data/internal_examples.h"
#include "engine/drawing/drawing.h"
#include "engine/image/resample.h"
#include "engine/training/share_of_time.h"
#include "engine/training/trainer.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

// Returns the number of samples per pixel: odd, so that one of them lies at the pixel's centre.
int samples_of(const Trainer& trainer, int columns) {
    if (trainer.config().network.encoding == Encoding::window) return 1;
    const int fit =
        std::clamp(ScanLineStudy::kMostSamples / columns, 1, ScanLineStudy::kMostOfPixel);
    return fit - (fit % 2 == 0);
}

// Returns the edges of `count` equal cells. `side`: a multiple of `count`.
std::vector<double> cell_edges(int side, int count) {
    const int cell = side / count;
    std::vector<double> all;
    for (int i = 0; i <= count; ++i) all.push_back(i * cell);
    return all;
}

}  // namespace

bool ScanLineStudy::update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) {
    if (!view.place) {
        *this = ScanLineStudy();
        return false;
    }
    const int rows = trainer.dataset().grid.height;
    const Subject wanted{std::clamp(int(view.place->y * rows), 0, rows - 1), view.at_step,
                         view.edits};
    const std::int64_t step = view.at_step.value_or(trainer.step());
    const bool asked = wanted != subject_;
    if (!asked && (step == step_ || (training && !training->due()))) return false;
    const ShareOfTime::Part part(asked ? nullptr : training);
    auto line = draw(trainer, wanted, step);
    if (line || wanted.row != subject_.row || wanted.edits != subject_.edits)
        newest_ = std::move(line);
    subject_ = wanted;
    step_ = step;
    return false;
}

// Renders the row at `step`. Returns null if that keyframe no longer exists; the last curve of the
// same row then stays.
std::shared_ptr<const ScanLine> ScanLineStudy::draw(Trainer& trainer, const Subject& subject,
                                                    std::int64_t step) const {
    const bool own = step == trainer.step() && subject.edits.empty();  // the backend's parameters
    const auto parameters =
        own ? std::vector<float>() : edited_parameters(trainer, step, subject.edits);
    if (!parameters) return nullptr;
    const Grid& picture = trainer.dataset().grid;
    auto line = std::make_shared<ScanLine>();
    line->step = step;
    line->row = subject.row;
    line->samples = samples_of(trainer, picture.width);
    const Grid grid = resized(picture, picture.width * line->samples, picture.height);
    const auto drawn = trainer.backend().render(grid, {0, subject.row, grid.width, 1}, *parameters);
    line->drawing = luminance(drawn->on_host()).values;
    line->picture =
        luminance(crop(trainer.dataset().target, {0, subject.row, picture.width, 1})).values;
    return line;
}

bool SpectrumStudy::update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) {
    if (!view.place) {
        if (picture_.width > 0) *this = SpectrumStudy();
        return false;
    }
    const Moment wanted{view.at_step.value_or(trainer.step()), view.edits};
    if (!under_way() && wanted == moment_) return false;
    ShareOfTime* share = newest_ ? training : nullptr;  // the first spectrum comes at once
    if (share && !share->due()) return false;
    const ShareOfTime::Part part(share);
    if (picture_.width == 0) measure_picture(trainer);
    if (!under_way()) {
        moment_ = wanted;
        auto parameters = edited_parameters(trainer, wanted.step, wanted.edits);
        if (!parameters) return false;  // the keyframe no longer exists: the last result stays
        parameters_ = std::move(*parameters);
        drawing_ = make_image(grid_.width, grid_.height, trainer.channels());
        next_row_ = 0;
    }
    draw_next_rows(trainer.backend(), trainer.dataset().grid, grid_, parameters_, drawing_,
                   next_row_, kMostOfPixel);
    if (!under_way()) finish();
    return !training;
}

void SpectrumStudy::measure_picture(const Trainer& trainer) {
    const Image& target = trainer.dataset().target;
    const int block = (std::max(target.width, target.height) + kLongest - 1) / kLongest;
    const PixelSize size{std::max(1, target.width / block), std::max(1, target.height / block)};
    // Size of the part of the picture that is used, from the left and upper edge.
    const PixelSize used{std::min(target.width, size.width * block),
                         std::min(target.height, size.height * block)};
    grid_ = resized(trainer.dataset().grid, size.width, size.height);
    grid_.right = grid_.left + (grid_.right - grid_.left) * used.width / target.width;
    grid_.bottom = grid_.top + (grid_.bottom - grid_.top) * used.height / target.height;
    picture_ = luminance(block == 1 ? target
                                    : mean_of_cells(target, cell_edges(used.width, size.width),
                                                    cell_edges(used.height, size.height)));
    bands_ = bands_of(picture_);
}

void SpectrumStudy::finish() {
    for (float& value : drawing_.values)  // clamps as for display: NaN becomes 0
        value = value > 0 ? std::min(value, 1.0f) : 0;
    Image error = luminance(drawing_);
    for (std::size_t i = 0; i < error.values.size(); ++i) error.values[i] -= picture_.values[i];
    auto spectrum = std::make_shared<LearnedSpectrum>();
    spectrum->step = moment_.step;
    spectrum->finest = std::max(1.0, std::max(grid_.width, grid_.height) / 2.0);
    spectrum->picture.assign(bands_.power.begin(), bands_.power.end());
    spectrum->learned = learned_of(bands_, bands_of(error));
    newest_ = std::move(spectrum);
}

}  // namespace redraw
