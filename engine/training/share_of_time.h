// Limits work to a share of the time, so that watching does not slow training down.
#pragma once

#include <chrono>

namespace redraw {

class ShareOfTime {
public:
    // `share` above 0, at most 1.
    explicit ShareOfTime(double share) : share_(share) {}

    bool due() const { return Clock::now() >= next_; }
    void begin() { begun_ = Clock::now(); }
    // Ends what begin() began: nothing is due for long enough to keep to the share.
    void end() {
        const Clock::time_point now = Clock::now();
        next_ = now + std::chrono::duration_cast<Clock::duration>((now - begun_) *
                                                                  ((1 - share_) / share_));
    }

    // Counts the time while this lives; null: not limited.
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
