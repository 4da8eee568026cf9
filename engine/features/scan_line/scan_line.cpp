#include "engine/features/scan_line/scan_line.h"

#include "engine/arithmetic.h"
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

LearnedSpectrum learned_spectrum(std::int64_t step, const Image& picture, const Image& drawing) {
    const Bands bands = bands_of(picture);
    Image error = luminance(drawing);
    for (std::size_t i = 0; i < error.values.size(); ++i) error.values[i] -= picture.values[i];
    return {.step = step,
            .finest = std::max(1.0, std::max(picture.width, picture.height) / 2.0),
            .picture = {bands.power.begin(), bands.power.end()},
            .learned = learned_of(bands, bands_of(error))};
}

SpectrumMeasure::SpectrumMeasure(const Trainer& trainer)
    : step_(trainer.step()), parameters_(trainer.parameters_at(step_).value()) {
    const Image& target = trainer.dataset().target;
    const int block = divide_up(std::max(target.width, target.height), kLongest);
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
    drawing_ = make_image(grid_.width, grid_.height, trainer.channels());
}

std::optional<LearnedSpectrum> SpectrumMeasure::advance(Trainer& trainer) {
    draw_next_rows(trainer.backend(), trainer.dataset().grid, grid_, parameters_, drawing_,
                   next_row_, kMostOfPixel);
    if (next_row_ < drawing_.height) return std::nullopt;
    clamp_to_shown(drawing_);
    return learned_spectrum(step_, picture_, drawing_);
}

}  // namespace redraw
