#include "engine/doctor/check_up.h"

#include "engine/doctor/findings.h"
#include "engine/seconds.h"

namespace redraw {
namespace {

constexpr double kPause = 0.3;   // seconds
constexpr double kReadable = 8;  // seconds: that a run went back is over within a hundred steps

}  // namespace

bool CheckUp::update(Trainer& trainer, bool now) {
    // An event (it went back, another rate) is looked at at once.
    const std::size_t events = trainer.run().events().size();
    const bool happened = events != events_;
    if (trainer.step() == step_ && !happened) return false;
    if (!now && !happened && (!share_.due() || seconds_since(looked_at_) < kPause)) return false;
    share_.begin();
    const auto found = diagnose(examine(trainer));
    share_.end();
    looked_at_ = Clock::now();
    step_ = trainer.step();
    events_ = events;

    if (!found && newest_ && newest_->condition == Condition::diverged && !happened &&
        seconds_since(said_at_) < kReadable)
        return false;
    const bool same = found ? newest_ && newest_->condition == found->condition &&
                                  newest_->sentence == found->sentence &&
                                  newest_->remedy == found->remedy
                            : !newest_;
    if (same) return false;
    newest_ = found ? std::make_shared<const Diagnosis>(*found) : nullptr;
    said_at_ = Clock::now();
    return true;
}

}  // namespace redraw
