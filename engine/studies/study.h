// Draws or measures something of a run beside the main drawing, a part at a time, while the view
// asks for it. Owned by the session, on its thread.
#pragma once

#include "engine/studies/results.h"
#include "engine/training/share_of_time.h"
#include "engine/training/trainer.h"

namespace redraw {

class Study {
public:
    virtual ~Study() = default;
    // A part of what `view` asks for; true when more is to be done at once. `training`: null, or
    // steps are being done between calls, of whose time all studies together have this share.
    virtual bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) = 0;
};

// A study that makes one value.
template <class Result>
class StudyOf : public Study {
public:
    const Result& newest() const { return newest_; }  // empty before the first

protected:
    Result newest_{};
};

}  // namespace redraw
