// Slows the first second of a run that somebody watches: the first steps are slow enough to be
// seen, then accelerate to full pace. Changes when steps are made, not what they do. One owner, the
// session thread.
#pragma once

#include <chrono>
#include <cstdint>

namespace redraw {

class FirstSecond {
public:
    using Clock = std::chrono::steady_clock;

    void begin(Clock::time_point now = Clock::now()) { begun_ = now; }
    void end() { begun_ = {}; }
    // Until the second is over; always false before begin().
    bool lasts(Clock::time_point now = Clock::now()) const;
    // How many steps may be done by now: e^(a t) - 1, with `a` such that the pace at the end of the
    // second is that of the machine. `step_seconds` of one step; 0: not known yet.
    std::int64_t steps(double step_seconds, Clock::time_point now = Clock::now()) const;

private:
    Clock::time_point begun_{};
};

}  // namespace redraw
