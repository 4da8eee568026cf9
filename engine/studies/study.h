// What is drawn or measured of a run beside the one drawing, a little at a time, while the look
// asks for it. Owned by the session, on its thread.
#pragma once

#include "engine/studies/look.h"
#include "engine/training/trainer.h"

#include <cstdint>
#include <memory>

namespace redraw {

struct Status;

class Study {
public:
    virtual ~Study() = default;
    // Another run. `picture` as it was opened; null when only the target is known.
    virtual void reset(std::uint64_t run_serial, std::shared_ptr<const Image> picture) = 0;
    // A part of what `look` asks for; true when more is to be done at once. `training`: steps are
    // being done between calls, which this may slow down by a tenth at most.
    virtual bool update(Trainer& trainer, const Look& look, bool training) = 0;
    // Puts the newest into the status; true when it is new.
    virtual bool publish(Status& status) const = 0;

protected:
    template <class Value>
    static bool put(Value& place, const Value& newest) {
        if (place == newest) return false;
        place = newest;
        return true;
    }
};

}  // namespace redraw
