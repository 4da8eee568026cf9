// Runs the Doctor on a training run now and then, in a small part of the time. Used by the thread
// that trains.
#pragma once

#include "engine/doctor/doctor.h"
#include "engine/training/share_of_time.h"
#include "engine/training/trainer.h"

#include <chrono>
#include <memory>

namespace redraw {

class CheckUp {
public:
    // Examines the run when that is due, or `now`; true when the diagnosis changed.
    bool update(Trainer& trainer, bool now = false);
    std::shared_ptr<const Diagnosis> newest() const { return newest_; }  // null: nothing is wrong

private:
    using Clock = std::chrono::steady_clock;
    ShareOfTime share_{0.05};
    std::int64_t step_ = -1;  // last looked at
    std::size_t events_ = 0;  // of the run, then
    Clock::time_point looked_at_{}, said_at_{};
    std::shared_ptr<const Diagnosis> newest_;
};

}  // namespace redraw
