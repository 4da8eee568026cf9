// A second run beside the one being trained: a finished one to compare with, or a rival on the same
// picture that trains in turn, so that both have spent equally many seconds. One owner, the session
// loop, on its thread.
#pragma once

#include "engine/film/race_film.h"
#include "engine/studies/results.h"
#include "engine/training/share_of_time.h"
#include "engine/training/trainer.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

class CompanionRun {
public:
    // To compare with: read once, never written. `beside` gives the grid it is drawn on and the
    // channels. Throws Error.
    CompanionRun(const std::filesystem::path& run, const Trainer& beside,
                 const BackendOptions& options);
    // A rival: a run of its own, just begun. `picture` is kept in its file as in any other.
    // `letter`: what it is called. `finish_line` in dB. `drawing_share`: of its time, that drawing
    // it may take while it trains. Throws Error.
    struct Rival {
        NewRun run;
        std::shared_ptr<const Image> picture;
        int bit_depth = 8;
        std::string letter = "B";
        std::optional<double> finish_line{};
        double drawing_share = 0.1;
    };
    CompanionRun(Rival rival, const BackendOptions& options);

    bool racing() const { return trainer_ != nullptr; }
    // A rival that has steps to do, and did not diverge.
    bool goes_on() const { return trainer_ && !stopped_ && !trainer_->finished(); }
    // A burst while the rival has trained for fewer seconds than `seconds`; true when it did one.
    // Throws Error when it diverged; it then trains no more.
    bool train_until(double seconds);
    // Draws and tells when that is due, in a tenth of the time while `training`. True when there
    // is something new. `region`: where one looks, which is drawn at rest.
    bool update(bool training, const std::optional<Grid>& region);
    // For a film of the race, which must not outlive this: the run as it is now. Throws Error.
    FilmedRun filmed();
    void commit();  // throws NotSaved
    // Trainer::commit_or_rescue(): the run is left.
    std::string close();
    // Why the rival's last commit failed; empty when it did not.
    std::string commit_error() const;

    double seconds() const { return trainer_ ? trainer_->seconds() : newest_->seconds; }
    const std::string& name() const { return letter_; }
    const std::filesystem::path& path() const { return newest_->path; }
    std::shared_ptr<const Companion> newest() const { return newest_; }  // never null

private:
    using Clock = std::chrono::steady_clock;
    bool update_whole(bool training);
    bool look_closer(bool training, const std::optional<Grid>& region);
    void tell(std::shared_ptr<const Surface> drawing);

    // Of a run to compare with.
    std::unique_ptr<Backend> backend_;
    std::vector<float> parameters_;
    Grid learned_;
    int channels_ = 0;  // of the run beside

    std::unique_ptr<Trainer> trainer_;  // the rival's
    std::string letter_ = "B";
    std::optional<double> finish_line_;
    bool stopped_ = false;
    std::int64_t told_step_ = -1, drawn_step_ = -1;  // drawn exactly, not by the way
    ShareOfTime drawing_{0.1};
    std::int64_t closer_step_ = -1;
    Clock::time_point told_at_{};
    TrainingPace pace_;  // of its own bursts
    std::shared_ptr<const Companion> newest_ = std::make_shared<const Companion>();
};

}  // namespace redraw
