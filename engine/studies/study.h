// What is drawn or measured of one run beside the one drawing, a little at a time, while the view
// asks for it. Owned by the session, on its thread.
#pragma once

#include "engine/studies/status.h"
#include "engine/studies/view_request.h"
#include "engine/training/share_of_time.h"
#include "engine/training/trainer.h"

#include <type_traits>

namespace redraw {

class Study {
public:
    virtual ~Study() = default;
    // A part of what `view` asks for; true when more is to be done at once. `training`: null, or
    // steps are being done between calls, of whose time all studies together have this share.
    virtual bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) = 0;
    // Puts the newest into the status; true when it is new.
    virtual bool publish(Status& status) const = 0;
};

// One that makes this field of the status.
template <auto kField>
class StudyOf : public Study {
public:
    using Result = std::remove_reference_t<decltype(Status().*kField)>;
    const Result& newest() const { return newest_; }  // null before the first
    bool publish(Status& status) const override {
        if (status.*kField == newest_) return false;
        status.*kField = newest_;
        return true;
    }

protected:
    Result newest_{};
};

}  // namespace redraw
