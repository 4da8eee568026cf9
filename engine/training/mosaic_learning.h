// Learns and draws the mosaic of a run (engine/run/mosaic.h) on top of the run's own network, which
// is no longer trained: one tile after another, each by a new network. On one device a tile is a
// pure function of the mosaic, the tile's pixels and the number of epochs, whatever the order of
// tiles and interruptions. One owner, the Trainer; one thread.
#pragma once

#include "engine/drawing/mosaic_backend.h"
#include "engine/run/run_file.h"
#include "engine/training/learning.h"
#include "engine/training/mosaic_plan.h"
#include "engine/training/step_loop.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace redraw {

// Fewest and most epochs of a tile if a time limit determines them.
inline constexpr double kFewestMosaicEpochs = 0.5, kMostMosaicEpochs = 32;

class MosaicLearning final : public Learning {
public:
    // `own`: backend of the run's own network, with its parameters loaded. `run`: outlives this
    // object, stays where it is and is the one passed to all functions. Throws Error.
    MosaicLearning(std::unique_ptr<Backend> own, const RunFile& run, const BackendOptions& options);

    // Draws the own network and the tiles. Its description is that of the device that trains.
    Backend& backend() const override { return *drawn_; }
    // Returns the own network's backend; this object can then only be destroyed.
    std::unique_ptr<Backend> take_own() { return drawn_->take_overview(); }

    // Gives the picture at its own size, without which no tile can be learned. Throws Error if that
    // is not the mosaic's size.
    void prepare(const RunFile& run, std::shared_ptr<const Image> picture);
    bool is_prepared() const { return picture_ != nullptr; }
    // Learns the next tiles from the centre of `view` outwards. `picture`: the whole picture in the
    // coordinates of `view`.
    void set_focus(const RunFile& run, const Grid& picture, const Grid& view);
    // Trains at most `max_steps` steps of the tile in progress; begins the next tile if none is in
    // progress. Returns true if the tile was learned and is now in the run. A tile whose loss is
    // not finite starts again at half the rate. Preconditions: is_prepared(), and a tile is left.
    // Throws Error, DeviceFailed.
    bool advance(RunFile& run, std::int64_t max_steps);
    // Adds a tile that a run of its own has learned. Throws Error.
    void add(RunFile& run, std::int64_t tile, const LearnedElsewhere& learned);

    StepLoop* in_progress() { return loop_ ? &*loop_ : nullptr; }  // training of a tile; null: none
    const Config& config() const { return config_; }               // of the tile in progress
    // The tile in progress and all later ones continue on OpenGL. advance() throws DeviceFailed if
    // OpenGL cannot be used for one of them.
    void continue_on(std::unique_ptr<Backend> opengl) override;
    // Steps of the own network, of the learned tiles, and of the one in progress, which a save
    // leaves out.
    std::int64_t step() const override { return saved_step() + (loop_ ? loop_->step : 0); }
    std::int64_t saved_step() const override { return own_steps_ + learned_steps_; }
    std::int64_t total_steps(const RunFile& run) const override {
        return saved_step() + tiles_left(run) * steps_a_tile(run);
    }
    bool ended(const RunFile& run) const override { return tiles_left(run) == 0; }
    std::int64_t burst() const override { return loop_ ? loop_->burst() : 1; }
    static std::int64_t tiles_left(const RunFile& run) {
        return run.mosaic()->tiles.count() - std::ssize(run.mosaic_tiles());
    }
    // Seconds until all tiles are learned at the present pace; 0: not known yet.
    double seconds_left(const RunFile& run) const;
    const std::vector<Keyframe>& moments(const RunFile&) const override { return moments_; }

    // Returns the PSNR in dB of the render at the picture's own size: over all pixels once every
    // tile is learned. Before, above 2 megapixels, it measures only some rows
    // (measured_row_step()). Precondition: is_prepared(), unless every tile is learned.
    double measure(const RunFile& run);

private:
    void begin(const RunFile& run);
    double epochs_in_time(const RunFile& run);
    // Returns the planned steps of the tile in progress; if there is none, of any tile.
    std::int64_t steps_a_tile(const RunFile& run) const;
    // Adds a tile that `loop` has learned to the run and to its render, and measures it.
    void add(RunFile& run, const MosaicTile& tile, const StepLoop& loop);
    // dB, of the pixels that the newest tile completes
    double measure_newest_tile(const RunFile& run, const Image& target);
    void show_learning();

    BackendOptions options_;
    bool took_opengl_ = false;
    Grid grid_;  // of the own network's target
    std::unique_ptr<MosaicBackend> drawn_;
    std::int64_t own_steps_ = 0, learned_steps_ = 0;
    std::vector<Keyframe> moments_;

    std::shared_ptr<const Image> picture_;  // at its own size; null until prepare()
    Point focus_;
    std::int64_t tile_ = -1;  // this and the next members: of the tile in progress
    Config config_;
    std::optional<StepLoop> loop_;
    double seconds_ = 0;
    double speed_ = 0;  // pixels learned per second; 0: not measured yet
};

}  // namespace redraw
