// Learns the mosaic of a run (engine/run/mosaic.h), one tile after another. Each tile's network
// starts anew. On one device it is a pure function of the mosaic, the tile's pixels and the number
// of epochs, whatever the order of tiles and interruptions. One owner, the Trainer; one thread.
#pragma once

#include "engine/backend/backend.h"
#include "engine/image/image.h"
#include "engine/run/mosaic.h"
#include "engine/training/step_loop.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace redraw {

// Fewest and most epochs of a tile if a time limit determines them.
inline constexpr double kFewestMosaicEpochs = 0.5, kMostMosaicEpochs = 16;

// How long to learn a mosaic.
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

// What a run of its own has learned of a tile, with tile_config().
struct LearnedElsewhere {
    Config config;
    Image target;  // the tile, in the channels of the run
    State state;
    double seconds = 0;  // training time
};

class MosaicTraining {
public:
    // `picture`: the picture at its own size. Throws Error if that is not the mosaic's size.
    MosaicTraining(const BackendOptions& options, const Mosaic& mosaic,
                   std::shared_ptr<const Image> picture, int channels);

    // The picture that is learned, at its own size.
    const std::shared_ptr<const Image>& picture() const { return picture_; }
    // Learns the next tiles from the centre of `view` outwards. `picture`: the whole picture in the
    // coordinates of `view`.
    void set_focus(const Grid& picture, const Grid& view);

    struct Learned {
        MosaicTile tile;  // its PSNR: of a sample of the tile's pixels
        std::vector<float> parameters;
        std::shared_ptr<const Dataset> dataset;
    };
    // Returns what a run of its own has learned, as advance() would have returned it.
    static Learned from_elsewhere(const BackendOptions& options, std::int64_t tile,
                                  const LearnedElsewhere& learned);
    // Trains at most `most_steps` steps of the tile in progress; begins the next tile if none is in
    // progress. Returns the tile once it is learned. A tile whose loss is not finite starts again
    // at half the rate. Precondition: not all tiles are in `learned`. Throws Error, DeviceFailed.
    std::optional<Learned> advance(std::span<const MosaicTile> learned, std::int64_t most_steps);

    // tile(): index of the tile in progress; -1: none. network(): backend that trains and renders
    // that tile; null: none.
    std::int64_t tile() const { return loop_ ? tile_ : -1; }
    Backend* network() const { return loop_ ? loop_->backend.get() : nullptr; }
    StepLoop* in_progress() { return loop_ ? &*loop_ : nullptr; }
    const Config& config() const { return config_; }  // of the tile in progress
    // Learns the next tiles by OpenGL. advance() throws DeviceFailed if OpenGL cannot be used for
    // one of them.
    void take_opengl() {
        took_opengl_ = true;
        options_.kind = BackendKind::gl;
    }
    std::int64_t step() const { return loop_ ? loop_->step : 0; }  // of the tile in progress
    // Returns the planned steps of the tile in progress; if there is none, of any tile.
    std::int64_t steps_a_tile() const;
    std::int64_t burst() const { return loop_ ? loop_->burst() : 1; }
    // Seconds until all tiles are learned at the present pace; 0: not known yet.
    double seconds_left(std::span<const MosaicTile> learned) const;

private:
    static Learned result_of(std::int64_t tile, StepLoop& loop);
    void begin(std::span<const MosaicTile> learned);
    double epochs_in_time(std::span<const MosaicTile> learned);

    BackendOptions options_;
    bool took_opengl_ = false;
    Mosaic mosaic_;
    std::shared_ptr<const Image> picture_;
    int channels_;
    Point focus_;
    std::int64_t tile_ = -1;
    Config config_;  // of the tile in progress
    std::optional<StepLoop> loop_;
    double seconds_ = 0;  // of the tile in progress
    double speed_ = 0;    // pixels learned per second; 0: not measured yet
};

}  // namespace redraw
