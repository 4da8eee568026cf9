#include "engine/training/mosaic_learning.h"

#include "engine/drawing/drawn_psnr.h"
#include "engine/image/quality.h"
#include "engine/image/resample.h"
#include "engine/network/schedule.h"
#include "engine/seconds.h"

#include <chrono>
#include <utility>

namespace redraw {

MosaicLearning::MosaicLearning(std::unique_ptr<Backend> own, const RunFile& run,
                               const BackendOptions& options,
                               std::optional<MosaicTraining> training)
    : options_(options),
      grid_(picture_grid(run.target_size().width, run.target_size().height)),
      training_(std::move(training)),
      drawn_(mosaic_backend(std::move(own), run, options)),
      own_steps_(run.state_step().value()),
      moments_(run.moments()) {
    for (const MosaicTile& tile : run.mosaic_tiles()) learned_steps_ += tile.steps;
}

void MosaicLearning::prepare(const RunFile& run, const std::shared_ptr<const Image>& picture) {
    if (!training_) training_.emplace(options_, *run.mosaic(), picture, run.channels());
}

bool MosaicLearning::advance(RunFile& run, std::int64_t max_steps) {
    auto learned = training_->advance(run.mosaic_tiles(), max_steps);
    drawn_->show_learning(training_->tile(), training_->network());
    if (learned) add(run, *learned);
    return learned.has_value();
}

void MosaicLearning::add(RunFile& run, const MosaicTraining::Learned& learned) {
    drawn_->add(learned.tile.tile, run.add_mosaic_tile(learned.tile, learned.parameters,
                                                       [this](int items, const auto& work) {
                                                           drawn_->share_out(items, work);
                                                       }));
    const auto start = std::chrono::steady_clock::now();
    const double psnr = measure_newest_tile(run, learned.dataset->target);
    run.set_newest_tile(float(psnr), learned.tile.seconds + seconds_since(start));
    learned_steps_ += learned.tile.steps;
    moments_.push_back(
        {run.mosaic_steps().back(), float(psnr_of(*run.mosaic(), run.mosaic_tiles()))});
}

void MosaicLearning::continue_on(std::unique_ptr<Backend> opengl) {
    StepLoop& loop = *training_->in_progress();
    loop.backend = std::move(opengl);
    loop.step_seconds = 0;  // forgets the CPU's pace, which sized the bursts
    training_->take_opengl();
    drawn_->show_learning(training_->tile(), training_->network());
}

std::int64_t MosaicLearning::total_steps(const RunFile& run) const {
    const PixelRect tile = run.mosaic()->tiles.rect({0, 0});
    const Config& config = run.mosaic()->config;
    const std::int64_t each =
        training_ ? training_->steps_a_tile()
                  : redraw::total_steps(config.schedule,
                                        steps_per_epoch(config, {tile.width, tile.height}));
    return own_steps_ + learned_steps_ + tiles_left(run) * each;
}

double MosaicLearning::measure_newest_tile(const RunFile& run, const Image& target) {
    const std::vector<MosaicTile>& tiles = run.mosaic_tiles();
    const TileGrid& grid = run.mosaic()->tiles;
    const int channels = run.channels();
    const PixelRect tile = grid.rect(grid.place(tiles.back().tile));
    const Image drawn =
        drawn_->draw_learned(resized(grid_, grid.across.length, grid.down.length), tile);
    PsnrSum sum;
    for (const PixelRect& rect : completed_by_last(*run.mosaic(), tiles)) {
        const auto first = std::size_t(rect.x - tile.x) * std::size_t(channels);
        const auto count = std::size_t(rect.width) * std::size_t(channels);
        for (int y = rect.y - tile.y; y < rect.y - tile.y + rect.height; ++y)
            sum.add({drawn.row(y) + first, count}, {target.row(y) + first, count});
    }
    return sum.empty() ? double(tiles.back().psnr) : sum.psnr();
}

double MosaicLearning::measure(const RunFile& run) {
    if (tiles_left(run) == 0) return psnr_of(*run.mosaic(), run.mosaic_tiles());
    const Image& whole = *training_->picture();
    const bool as_it_is = whole.channels == run.channels();
    const Image converted = as_it_is ? Image{} : in_channels(whole, run.channels());
    return drawn_psnr(*drawn_, as_it_is ? whole : converted,
                      resized(grid_, whole.width, whole.height));
}

}  // namespace redraw
