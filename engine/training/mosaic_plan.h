// Plans the mosaic of a run (engine/run/mosaic.h): its tiles and how each is learned. Pure
// functions.
#pragma once

#include "engine/image/image.h"
#include "engine/network/parameters.h"
#include "engine/run/mosaic.h"

#include <optional>

namespace redraw {

// Says how long to learn a mosaic.
struct WholePlan {
    double epochs = 0;   // of each tile, without a time limit
    double seconds = 0;  // time limit for all tiles together; 0: none
    // Size of the whole picture, if what the run's own network learns from is a small copy of it;
    // zero: it is the picture.
    PixelSize picture{};
};
// Returns the mosaic for a picture of this size: tiles of about a megapixel, each learned by a grid
// network with one cell per pixel. Throws Error if the picture is too large for a mosaic.
Mosaic mosaic_for(PixelSize picture, int channels, const WholePlan& plan);

// Returns the configuration with which every tile is learned, for `epochs`; by default for those of
// the mosaic.
Config tile_config(const Mosaic& mosaic, std::optional<double> epochs = {});

// Throws Error unless the picture has the size of the mosaic's picture.
void require_size(const Mosaic& mosaic, const Image& picture);

// Holds what a run of its own has learned of a tile, with tile_config().
struct LearnedElsewhere {
    Config config;
    Image target;  // the tile, in the channels of the run
    State state;
    double seconds = 0;  // training time
};

}  // namespace redraw
