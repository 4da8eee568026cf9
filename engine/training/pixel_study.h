// Follows one pixel through the keyframes.
#pragma once

#include "engine/training/status.h"
#include "engine/training/trainer.h"

#include <cstdint>
#include <memory>

namespace redraw {

class PixelStudy {
public:
    void reset(std::uint64_t run_serial);  // another run
    // A part of what `look` asks for; true when more is to be done at once. `training`: steps are
    // being done between calls, which this may slow down by a tenth at most.
    bool update(Trainer& trainer, const Look& look, bool training);
    std::shared_ptr<const PixelHistory> newest() const { return newest_; }

private:
    std::uint64_t run_serial_ = 0;
    std::shared_ptr<const PixelHistory> newest_;
};

}  // namespace redraw
