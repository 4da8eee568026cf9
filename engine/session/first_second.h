// The first second of a run that somebody watches: its steps come as slowly as one can see, and
// ever faster until it is at its own pace. Which steps are done, and what they do, is the same. One
// owner, the session's thread.
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
    // How many steps may be done by now where one takes `step_seconds` (0: not known yet): of
    // e^(a t) - 1 the a with which the pace at the end of the second is that of the machine.
    std::int64_t steps(double step_seconds, Clock::time_point now = Clock::now()) const;

private:
    Clock::time_point begun_{};
};

}  // namespace redraw
