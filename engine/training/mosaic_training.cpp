#include "engine/training/mosaic_training.h"

#include "engine/data/batch_by_size.h"
#include "engine/data/resolve.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/error.h"
#include "engine/image/picture.h"
#include "engine/image/resample.h"
#include "engine/network/presets.h"
#include "engine/network/schedule.h"
#include "engine/seconds.h"
#include "engine/training/training_pace.h"
#include "engine/training/training_speed.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

// Side of a tile and width of its overlap with a neighbour, in pixels. The grid tables of such a
// tile fit in the processor's cache, and the first tile is sharp after a few seconds (measured:
// bench/results/quality.md).
constexpr int kTileSide = 1000, kOverlap = 32;
// Fewer than the preset's: a tile has time for a few epochs only, in which these come closer to
// photographs and drawings (measured: bench/results/quality.md).
const std::vector<int> kTileLayers{32};

}  // namespace

Mosaic mosaic_for(PixelSize picture, int channels, const WholePlan& plan) {
    Mosaic mosaic{.tiles = mosaic_tiles(picture, kTileSide, kOverlap), .seconds = plan.seconds};
    const PixelRect tile = mosaic.tiles.rect({0, 0});
    const PixelSize size{tile.width, tile.height};
    Config config = preset_config(kChosenPreset);
    config.network.layers = kTileLayers;
    config.data.train_size = {.longer_side = 0};
    config.network.pixel = PixelModel::point;
    config = with_batch_by_size(config, size);
    config.schedule.epochs = plan.epochs;
    config.by_size = {};
    choose_by_size(config.network, size, channels);
    mosaic.config = std::move(config);
    if (!is_possible(mosaic, channels))
        throw Error("The picture is too large to be learned whole: it would take too many tiles.");
    return mosaic;
}

Config tile_config(const Mosaic& mosaic, std::optional<double> epochs) {
    Config config = mosaic.config;
    if (epochs) config.schedule.epochs = *epochs;
    config.schedule.warmup_epochs =
        std::min(config.schedule.warmup_epochs, config.schedule.epochs / 4);
    return config;
}

MosaicTraining::Learned MosaicTraining::result_of(std::int64_t tile, StepLoop& loop) {
    Backend& backend = *loop.backend;
    const double psnr = SampledPsnr(backend, *loop.dataset).measure(backend);
    return {{tile, loop.step, 0, float(psnr)}, backend.parameters(), loop.dataset};
}

MosaicTraining::Learned MosaicTraining::from_elsewhere(const BackendOptions& options,
                                                       std::int64_t tile,
                                                       const LearnedElsewhere& learned) {
    StepLoop loop = new_step_loop(options, learned.config,
                                  make_dataset_of_target(learned.target, learned.config));
    loop.load(learned.state);
    Learned result = result_of(tile, loop);
    result.tile.seconds = learned.seconds;
    return result;
}

MosaicTraining::MosaicTraining(const BackendOptions& options, const Mosaic& mosaic,
                               std::shared_ptr<const Image> picture, int channels)
    : options_(options),
      mosaic_(mosaic),
      picture_(std::move(picture)),
      channels_(channels),
      focus_{picture_->width / 2.0, picture_->height / 2.0} {
    if (picture_->width != mosaic.tiles.across.length ||
        picture_->height != mosaic.tiles.down.length)
        throw Error(
            "The picture does not have the size of the picture that this run learns whole.");
}

void MosaicTraining::set_focus(const Grid& picture, const Grid& view) {
    const double x = (view.left + view.right) / 2, y = (view.top + view.bottom) / 2;
    focus_ = {(x - picture.left) / (picture.right - picture.left) * picture_->width,
              (y - picture.top) / (picture.bottom - picture.top) * picture_->height};
}

std::int64_t MosaicTraining::steps_a_tile() const {
    if (loop_) return loop_->total_steps(config_.schedule);
    const PixelRect tile = mosaic_.tiles.rect({0, 0});
    return total_steps(mosaic_.config.schedule,
                       steps_per_epoch(mosaic_.config, {tile.width, tile.height}));
}

// Returns the next tile's epochs: the mosaic's or, with a time limit, those with which all tiles
// end in time, clamped to kFewestMosaicEpochs and kMostMosaicEpochs.
double MosaicTraining::epochs_in_time(std::span<const MosaicTile> learned) {
    if (mosaic_.seconds <= 0) return mosaic_.config.schedule.epochs;
    if (speed_ <= 0) speed_ = pixels_per_second(mosaic_.config, channels_, options_);
    double spent = 0;
    for (const MosaicTile& tile : learned) spent += tile.seconds;
    const auto left = double(mosaic_.tiles.count()) - double(learned.size());
    const PixelRect tile = mosaic_.tiles.rect({0, 0});
    const double epochs =
        (mosaic_.seconds - spent) / left * speed_ / (double(tile.width) * tile.height);
    return std::clamp(epochs, kFewestMosaicEpochs, kMostMosaicEpochs);
}

double MosaicTraining::seconds_left(std::span<const MosaicTile> learned) const {
    const auto left = double(mosaic_.tiles.count()) - double(learned.size());
    const PixelRect tile = mosaic_.tiles.rect({0, 0});
    const double epochs = loop_ ? config_.schedule.epochs : mosaic_.config.schedule.epochs;
    double each = 0;
    if (speed_ > 0)
        each = epochs * tile.width * tile.height / speed_;
    else if (step() > 0)  // extrapolates from the first tile's steps so far
        each = seconds_ / double(step()) * double(steps_a_tile());
    return std::max(0.0, left * each - seconds_);
}

void MosaicTraining::begin(std::span<const MosaicTile> learned) {
    const double epochs = epochs_in_time(learned);
    tile_ = next_tile(mosaic_, learned, focus_.x, focus_.y);
    REDRAW_CHECK(tile_ >= 0, "a tile is left to learn");
    config_ = tile_config(mosaic_, epochs);
    const Image part = crop(*picture_, mosaic_.tiles.rect(mosaic_.tiles.place(tile_)));
    try {
        loop_ = new_step_loop(options_, config_,
                              make_dataset_of_target(in_channels(part, channels_), config_));
    } catch (const Error& error) {
        if (!took_opengl_) throw;
        throw DeviceFailed(error.what());
    }
    seconds_ = 0;
}

std::optional<MosaicTraining::Learned> MosaicTraining::advance(std::span<const MosaicTile> learned,
                                                               std::int64_t most_steps) {
    const auto start = std::chrono::steady_clock::now();
    if (!loop_) begin(learned);
    const Burst burst = loop_->advance(config_, most_steps);
    if (burst.diverged) {
        config_.schedule.lr_max /= 2;
        config_.schedule.lr_min = std::min(config_.schedule.lr_min, config_.schedule.lr_max);
        loop_->load(untrained(config_, channels_));
    }
    const std::int64_t steps = loop_->total_steps(config_.schedule);
    if (burst.diverged || loop_->step < steps) {
        seconds_ += seconds_since(start);
        return std::nullopt;
    }
    Learned done = result_of(tile_, *loop_);
    const auto pixels = double(loop_->dataset->target.pixel_count());
    done.tile.seconds = seconds_ + seconds_since(start);
    speed_ = config_.schedule.epochs * pixels / done.tile.seconds;
    loop_.reset();
    return done;
}

}  // namespace redraw
