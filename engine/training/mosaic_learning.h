// Learns and draws the mosaic of a run (engine/run/mosaic.h) on top of the run's own network, which
// is no longer trained. One owner, the Trainer; one thread.
#pragma once

#include "engine/drawing/mosaic_backend.h"
#include "engine/run/run_file.h"
#include "engine/training/learning.h"
#include "engine/training/mosaic_training.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace redraw {

class MosaicLearning final : public Learning {
public:
    // `own`: backend of the run's own network, with its parameters loaded. `run`: outlives this
    // object and stays where it is. `training`: of a mosaic
    // that begins; absent: made when needed (prepare()). Throws Error.
    MosaicLearning(std::unique_ptr<Backend> own, const RunFile& run, const BackendOptions& options,
                   std::optional<MosaicTraining> training = {});

    // Draws the own network and the tiles. Its description is that of the device that trains.
    Backend& backend() const override { return *drawn_; }
    // Returns the own network's backend; this object can then only be destroyed.
    std::unique_ptr<Backend> take_own() { return drawn_->take_overview(); }
    // The training of tiles; null before it is needed in this session.
    MosaicTraining* training() { return training_ ? &*training_ : nullptr; }
    const MosaicTraining* training() const { return training_ ? &*training_ : nullptr; }
    // `picture`: the picture at its own size. Throws Error.
    void prepare(const RunFile& run, const std::shared_ptr<const Image>& picture);

    // Trains a tile; see MosaicTraining::advance(). Returns true if that tile was learned and is
    // now in the run. Precondition: prepare(). Throws Error, DeviceFailed.
    bool advance(RunFile& run, std::int64_t max_steps);
    // Adds a learned tile to the run and to its render, and measures it. Throws Error.
    void add(RunFile& run, const MosaicTraining::Learned& learned);
    // The tile in progress continues on OpenGL.
    void continue_on(std::unique_ptr<Backend> opengl) override;
    // Steps of the own network, of the learned tiles, and of the one in progress, which a save
    // leaves out.
    std::int64_t step() const override {
        return saved_step() + (training_ ? training_->step() : 0);
    }
    std::int64_t saved_step() const override { return own_steps_ + learned_steps_; }
    std::int64_t total_steps(const RunFile& run) const override;
    bool ended(const RunFile& run) const override { return tiles_left(run) == 0; }
    std::int64_t burst() const override { return training_ ? training_->burst() : 1; }
    static std::int64_t tiles_left(const RunFile& run) {
        return run.mosaic()->tiles.count() - std::ssize(run.mosaic_tiles());
    }
    const std::vector<Keyframe>& moments(const RunFile&) const override { return moments_; }

    // Returns the PSNR in dB of the render at the picture's own size: over all pixels once every
    // tile is learned. Before, above 2 megapixels, it measures only some rows
    // (measured_row_step()). Precondition: prepare(), unless every tile is learned.
    double measure(const RunFile& run);

private:
    // dB, of the pixels that the newest tile completes
    double measure_newest_tile(const RunFile& run, const Image& target);

    BackendOptions options_;
    Grid grid_;  // of the own network's target
    std::optional<MosaicTraining> training_;
    std::unique_ptr<MosaicBackend> drawn_;
    std::int64_t own_steps_ = 0, learned_steps_ = 0;
    std::vector<Keyframe> moments_;
};

}  // namespace redraw
