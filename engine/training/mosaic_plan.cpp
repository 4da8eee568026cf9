#include "engine/training/mosaic_plan.h"

#include "engine/data/batch_by_size.h"
#include "engine/data/resolve.h"
#include "engine/error.h"
#include "engine/network/presets.h"

#include <algorithm>
#include <utility>
#include <vector>

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

void require_size(const Mosaic& mosaic, const Image& picture) {
    if (picture.width != mosaic.tiles.across.length || picture.height != mosaic.tiles.down.length)
        throw Error(
            "The picture does not have the size of the picture that this run learns whole.");
}

}  // namespace redraw
