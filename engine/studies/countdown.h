// How long the rest takes, at the pace so far.
#pragma once

#include "engine/seconds.h"

#include <chrono>

namespace redraw {

class Countdown {
public:
    void start() { begun_ = Clock::now(); }
    // `progress`: 0 to 1. 0 while unknown.
    double seconds_left(double progress) const {
        return progress > 0 ? seconds_since(begun_) * (1 - progress) / progress : 0;
    }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point begun_{};
};

}  // namespace redraw
