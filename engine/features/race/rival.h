// A rival: learns the picture of the open run and trains in turn with it, so that both have trained
// about equally long. One owner, the session thread.
#pragma once

#include "engine/features/compare/compared_run.h"
#include "engine/training/new_run.h"
#include "engine/training/share_of_time.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

// The runs of a race, the open one first, which does not crash.
struct RacePlan {
    struct Run {
        Config config;
        // Share of the steps, 0 to 1, at which the run is stopped without warning. It is then
        // opened again from its file, saved at half of that share or later. 0: never.
        double crash_at = 0;
    };
    std::vector<Run> runs;
    std::optional<double> finish_line{};  // PSNR in dB
    bool may_diverge = false;             // a run that diverges ends without an error
};

class Rival final : public ComparedRun {
public:
    // `at`: index of the rival in the plan. Its file keeps `picture` as that of any run does.
    // Throws Error.
    Rival(NewRun run, std::shared_ptr<const Image> picture, int bit_depth, const RacePlan& plan,
          std::size_t at, const BackendOptions& options);

    bool goes_on() const override { return trainer_ && !stopped_ && !trainer_->finished(); }
    // Throws Error also if the rival diverged without may_diverge.
    bool train_until(double seconds) override;
    // Throws Error before a planned crash, which drops keyframes.
    std::shared_ptr<const RunFile> run() override;

protected:
    bool update_whole(bool training) override;

private:
    using Clock = std::chrono::steady_clock;
    void advance();  // trains a burst; crashes the rival and opens it again at crash_step_
    void publish(std::shared_ptr<const Surface> drawing);

    std::optional<double> finish_line_;
    bool stopped_ = false;
    BackendOptions options_;
    std::int64_t crash_step_ = 0;  // step at which the rival will crash; 0: none
    bool may_diverge_ = false;
    std::int64_t published_step_ = -1,
                 drawn_step_ = -1;  // last step rendered for display, not by a training step
    ShareOfTime drawing_{0.1};
    Clock::time_point published_at_{};
    TrainingPace pace_;  // the rival's own training speed
};

}  // namespace redraw
