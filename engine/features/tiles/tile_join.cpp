#include "engine/features/tiles/tile_join.h"

#include "engine/error.h"
#include "engine/features/tiles/picture_cut.h"
#include "engine/network/schedule.h"
#include "engine/text/display_name.h"

#include <optional>
#include <system_error>

namespace redraw {
namespace {

const Mosaic& mosaic_of(const RunFile& run) {
    return run.mosaic() ? *run.mosaic() : run.planned_mosaic().value();
}

// Reads what a tile's run has learned. Throws Error with the reason only, except for damage.
LearnedElsewhere read_tile(const Trainer& trainer, const std::filesystem::path& path,
                           TilePlace place) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) throw Error("it does not exist");
    const RunFile run = RunFile::open(path, RunFile::Access::read_only);
    const Mosaic& mosaic = mosaic_of(trainer.run());
    const PixelRect rect = mosaic.tiles.rect(place);
    const Config& config = run.config();
    if (run.target_size() != PixelSize{rect.width, rect.height} ||
        run.channels() != trainer.channels() ||
        run.picture_name() != tile_picture_name(trainer.run(), trainer.dataset().target, place))
        throw Error("it is not of this picture");
    if (config.network != mosaic.config.network)
        throw Error("it has another network than the other tiles");
    const auto state = run.state();
    if (!state || state->step == 0 ||
        state->step < total_steps(config.schedule, steps_per_epoch(config, run.target_size())))
        throw Error("it is not learned yet");
    return {config, run.target(), *state, run.seconds()};
}

}  // namespace

TileJoin::TileJoin(Trainer& trainer) : trainer_(trainer) {
    const RunFile& run = trainer.run();
    if (!run.mosaic() && !run.planned_mosaic())
        throw Error(display_name(run.path().filename()) +
                    " is not the run of a picture that `redraw tiles` has cut.");
    done_ = run.mosaic_tiles();
}

bool TileJoin::advance() {
    if (!trainer_.run().mosaic() && !trainer_.own_ended()) {
        trainer_.advance(trainer_.burst());
        return false;
    }
    // In the order of a run that learns the whole picture: where tiles overlap, the bits of a
    // drawing depend on it.
    const Mosaic& mosaic = mosaic_of(trainer_.run());
    const std::int64_t tile =
        next_tile(mosaic, done_, mosaic.tiles.across.length / 2.0, mosaic.tiles.down.length / 2.0);
    if (tile < 0) return true;
    const TilePlace place = mosaic.tiles.place(tile);
    const std::filesystem::path path = tile_run(trainer_.run().path(), place);
    std::optional<LearnedElsewhere> learned;
    try {
        learned = read_tile(trainer_, path, place);
    } catch (const Error& error) {
        refused_.push_back(display_name(path.filename()) + ": " + error.what());
    }
    done_.push_back({.tile = tile});
    if (learned) trainer_.join_tile(tile, *learned);
    return false;
}

double TileJoin::progress() const {
    return double(done_.size()) / double(mosaic_of(trainer_.run()).tiles.count());
}

}  // namespace redraw
