// Adds the tiles that runs beside a picture's run have learned (picture_cut.h) to that run, as its
// mosaic: it is then a run like any other, and needs the tiles' runs no more. A tile that is not
// learned yet can be joined later.
#pragma once

#include "engine/job.h"
#include "engine/training/trainer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace redraw {

// One owner, one thread. Each tile is saved as it is joined, so a stopped job can be repeated.
class TileJoin : public Job {
public:
    // `trainer`: of the picture's run, and outlives this object. Throws Error if the run has no
    // mosaic.
    explicit TileJoin(Trainer& trainer);
    // Trains the run's own network first, for some milliseconds, then joins one tile. Throws Error
    // if the run cannot be saved.
    bool advance() override;
    double progress() const override;

    // Why tiles could not be joined, a sentence each: "tile-0000-0001.redraw: ...".
    const std::vector<std::string>& refused() const { return refused_; }

private:
    Trainer& trainer_;
    std::vector<MosaicTile> done_;  // joined or refused
    std::vector<std::string> refused_;
};

}  // namespace redraw
