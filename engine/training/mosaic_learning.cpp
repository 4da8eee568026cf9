#include "engine/training/mosaic_learning.h"

#include "engine/data/dataset.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/error.h"
#include "engine/image/quality.h"
#include "engine/image/resample.h"
#include "engine/network/schedule.h"
#include "engine/seconds.h"
#include "engine/training/training_speed.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace redraw {
namespace {

// Describes a tile by a sample of its pixels.
MosaicTile learned_tile(std::int64_t tile, const StepLoop& loop) {
    const double psnr = SampledPsnr(*loop.backend, *loop.dataset).measure(*loop.backend);
    return {.tile = tile, .steps = loop.step, .psnr = float(psnr)};
}

}  // namespace

MosaicLearning::MosaicLearning(std::unique_ptr<Backend> own, const RunFile& run,
                               const BackendOptions& options)
    : options_(options),
      grid_(picture_grid(run.target_size().width, run.target_size().height)),
      drawn_(mosaic_backend(std::move(own), run, options)),
      own_steps_(run.state_step().value()),
      moments_(run.moments()),
      focus_{run.mosaic()->tiles.across.length / 2.0, run.mosaic()->tiles.down.length / 2.0} {
    for (const MosaicTile& tile : run.mosaic_tiles()) learned_steps_ += tile.steps;
}

void MosaicLearning::prepare(const RunFile& run, std::shared_ptr<const Image> picture) {
    require_size(*run.mosaic(), *picture);
    picture_ = std::move(picture);
}

void MosaicLearning::set_focus(const RunFile& run, const Grid& picture, const Grid& view) {
    const TileGrid& tiles = run.mosaic()->tiles;
    const double x = (view.left + view.right) / 2, y = (view.top + view.bottom) / 2;
    focus_ = {(x - picture.left) / (picture.right - picture.left) * tiles.across.length,
              (y - picture.top) / (picture.bottom - picture.top) * tiles.down.length};
}

std::int64_t MosaicLearning::steps_a_tile(const RunFile& run) const {
    if (loop_) return loop_->total_steps(config_.schedule);
    const PixelRect tile = run.mosaic()->tiles.rect({0, 0});
    const Config& config = run.mosaic()->config;
    return redraw::total_steps(config.schedule, steps_per_epoch(config, {tile.width, tile.height}));
}

// Returns the next tile's epochs: the mosaic's or, with a time limit, those with which all tiles
// end in time, clamped to kFewestMosaicEpochs and kMostMosaicEpochs.
double MosaicLearning::epochs_in_time(const RunFile& run) {
    const Mosaic& mosaic = *run.mosaic();
    if (mosaic.seconds <= 0) return mosaic.config.schedule.epochs;
    if (speed_ <= 0) speed_ = pixels_per_second(mosaic.config, run.channels(), options_);
    double spent = 0;
    for (const MosaicTile& tile : run.mosaic_tiles()) spent += tile.seconds;
    const PixelRect tile = mosaic.tiles.rect({0, 0});
    const double epochs = (mosaic.seconds - spent) / double(tiles_left(run)) * speed_ /
                          (double(tile.width) * tile.height);
    return std::clamp(epochs, kFewestMosaicEpochs, kMostMosaicEpochs);
}

double MosaicLearning::seconds_left(const RunFile& run) const {
    const PixelRect tile = run.mosaic()->tiles.rect({0, 0});
    const Config& config = loop_ ? config_ : run.mosaic()->config;
    double each = 0;
    if (speed_ > 0)
        each = config.schedule.epochs * tile.width * tile.height / speed_;
    else if (loop_ && loop_->step > 0)  // extrapolates from the first tile's steps so far
        each = seconds_ / double(loop_->step) * double(steps_a_tile(run));
    return std::max(0.0, double(tiles_left(run)) * each - seconds_);
}

void MosaicLearning::begin(const RunFile& run) {
    const Mosaic& mosaic = *run.mosaic();
    const double epochs = epochs_in_time(run);
    tile_ = next_tile(mosaic, run.mosaic_tiles(), focus_.x, focus_.y);
    REDRAW_CHECK(tile_ >= 0, "a tile is left to learn");
    config_ = tile_config(mosaic, epochs);
    const Image part = crop(*picture_, mosaic.tiles.rect(mosaic.tiles.place(tile_)));
    try {
        loop_ = new_step_loop(options_, config_,
                              make_dataset_of_target(in_channels(part, run.channels()), config_));
    } catch (const Error& error) {
        if (!took_opengl_) throw;
        throw DeviceFailed(error.what());
    }
    seconds_ = 0;
}

bool MosaicLearning::advance(RunFile& run, std::int64_t max_steps) {
    const auto start = std::chrono::steady_clock::now();
    if (!loop_) begin(run);
    const Burst burst = loop_->advance(config_, max_steps);
    if (burst.diverged) {
        config_.schedule.lr_max /= 2;
        config_.schedule.lr_min = std::min(config_.schedule.lr_min, config_.schedule.lr_max);
        loop_->load(untrained(config_, loop_->dataset->target));
    }
    if (burst.diverged || loop_->step < loop_->total_steps(config_.schedule)) {
        seconds_ += seconds_since(start);
        show_learning();
        return false;
    }
    MosaicTile tile = learned_tile(tile_, *loop_);
    tile.seconds = seconds_ + seconds_since(start);
    const StepLoop learned = std::move(*loop_);
    loop_.reset();
    show_learning();
    speed_ = config_.schedule.epochs * double(learned.dataset->target.pixel_count()) / tile.seconds;
    add(run, tile, learned);
    return true;
}

void MosaicLearning::add(RunFile& run, std::int64_t tile, const LearnedElsewhere& learned) {
    StepLoop loop = new_step_loop(options_, learned.config,
                                  make_dataset_of_target(learned.target, learned.config));
    loop.load(learned.state);
    MosaicTile added = learned_tile(tile, loop);
    added.seconds = learned.seconds;
    add(run, added, loop);
}

void MosaicLearning::add(RunFile& run, const MosaicTile& tile, const StepLoop& loop) {
    drawn_->add(tile.tile, run.add_mosaic_tile(tile, loop.backend->parameters(),
                                               [this](int items, const auto& work) {
                                                   drawn_->share_out(items, work);
                                               }));
    const auto start = std::chrono::steady_clock::now();
    const double psnr = measure_newest_tile(run, loop.dataset->target);
    run.set_newest_tile(float(psnr), tile.seconds + seconds_since(start));
    learned_steps_ += tile.steps;
    moments_.push_back(
        {run.mosaic_steps().back(), float(psnr_of(*run.mosaic(), run.mosaic_tiles()))});
}

void MosaicLearning::show_learning() {
    drawn_->show_learning(loop_ ? tile_ : -1, loop_ ? loop_->backend.get() : nullptr);
}

void MosaicLearning::continue_on(std::unique_ptr<Backend> opengl) {
    loop_->backend = std::move(opengl);
    loop_->step_seconds = 0;  // forgets the CPU's pace, which sized the bursts
    took_opengl_ = true;
    options_.kind = BackendKind::gl;
    show_learning();
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
    const bool as_it_is = picture_->channels == run.channels();
    const Image converted = as_it_is ? Image{} : in_channels(*picture_, run.channels());
    return drawn_psnr(*drawn_, as_it_is ? *picture_ : converted,
                      resized(grid_, picture_->width, picture_->height));
}

}  // namespace redraw
