// Limits work to a share of the time. One owner.
#pragma once

#include "engine/seconds.h"

#include <algorithm>
#include <chrono>

namespace redraw {

// Limits work, such as rendering previews, to a share of the time, so that it does not slow
// training down.
class ShareOfTime {
public:
    using Clock = std::chrono::steady_clock;
    // `share`: above 0, at most 1.
    explicit ShareOfTime(double share) : share_(share) {}
    void set_share(double share) {  // work is due at once
        share_ = share;
        next_ = {};
    }

    bool due(Clock::time_point now = Clock::now()) const { return now >= next_; }
    double seconds_left() const { return std::max(0.0, -seconds_since(next_)); }  // until it is due
    void begin(Clock::time_point now = Clock::now()) { begun_ = now; }
    // Marks the end of the work that began with begin(). No more work is due until the share is
    // kept.
    void end() {
        const Clock::time_point now = Clock::now();
        next_ = now + std::chrono::duration_cast<Clock::duration>((now - begun_) *
                                                                  ((1 - share_) / share_));
    }

    void wait(Clock::duration least) { next_ = std::max(next_, Clock::now() + least); }

    // Calls begin() when constructed and end() when destroyed; null: does nothing.
    class Part {
    public:
        explicit Part(ShareOfTime* of) : of_(of) {
            if (of_ != nullptr) of_->begin();
        }
        ~Part() {
            if (of_ != nullptr) of_->end();
        }
        Part(const Part&) = delete;
        Part& operator=(const Part&) = delete;

    private:
        ShareOfTime* of_;
    };

private:
    double share_;
    Clock::time_point begun_{}, next_{};
};

}  // namespace redraw
