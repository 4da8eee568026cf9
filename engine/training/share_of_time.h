// Limits work to a share of the time. One owner.
#pragma once

#include <chrono>

namespace redraw {

// Limits work, such as rendering previews, to a share of the time, so that it does not slow
// training down.
class ShareOfTime {
public:
    // `share`: above 0, at most 1.
    explicit ShareOfTime(double share) : share_(share) {}

    bool due() const { return Clock::now() >= next_; }
    void begin() { begun_ = Clock::now(); }
    // Marks the end of the work that began with begin(). No more work is due until the share is
    // kept.
    void end() {
        const Clock::time_point now = Clock::now();
        next_ = now + std::chrono::duration_cast<Clock::duration>((now - begun_) *
                                                                  ((1 - share_) / share_));
    }

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
    using Clock = std::chrono::steady_clock;
    double share_;
    Clock::time_point begun_{}, next_{};
};

}  // namespace redraw
