// Throttles training (quiet mode): rests between bursts, so that training takes a percentage of the
// time. Session thread.
#pragma once

#include "engine/seconds.h"

#include <algorithm>
#include <chrono>

namespace redraw {

class Throttle {
public:
    using Clock = std::chrono::steady_clock;

    // `percent`: percentage of the time for training, 1 to 100. Ends a rest.
    void set_percent(int percent) {
        percent_ = percent;
        rest_until_ = {};
    }
    // Rests after work that began at `begun` as long as the percentage asks. Counts the rendering
    // after a burst as work, too: it heats the machine as well.
    void rest_after(Clock::time_point begun) {
        const Clock::time_point now = Clock::now();
        rest_until_ = now + (now - begun) * (100 - percent_) / percent_;
    }
    // Rests for 30 ms at least, because the window painted slowly.
    void give_way() {
        rest_until_ = std::max(rest_until_, Clock::now() + std::chrono::milliseconds(30));
    }
    bool rests_at(Clock::time_point now) const { return now < rest_until_; }
    double seconds_left() const { return std::max(0.0, -seconds_since(rest_until_)); }

private:
    int percent_ = 100;
    Clock::time_point rest_until_{};  // no burst of training begins before this time
};

}  // namespace redraw
