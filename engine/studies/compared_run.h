// A run that the open one is compared with: a finished one, or a rival on the same picture that
// trains in turn, so that both have spent equally many seconds. One owner, the session thread.
#pragma once

#include "engine/film/race_film.h"
#include "engine/studies/results.h"
#include "engine/training/trainer.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

class ComparedRun {
public:
    // A finished run: read once, never written. `beside` gives the grid it is drawn on and the
    // channels. Throws Error.
    ComparedRun(const std::filesystem::path& run, const Trainer& beside,
                const BackendOptions& options);
    // A rival: a run of its own, just begun. `picture` is kept in its file as in any other.
    // `letter`: its name. `finish_line` in dB. `drawing_share`: the part of its time that drawing
    // may take while it trains. Throws Error.
    struct Rival {
        NewRun run;
        std::shared_ptr<const Image> picture;
        int bit_depth = 8;
        std::string letter = "B";
        std::optional<double> finish_line{};
        double drawing_share = 0.1;
    };
    ComparedRun(Rival rival, const BackendOptions& options);

    bool racing() const { return trainer_ != nullptr; }
    // True of a rival that has steps left and did not diverge.
    bool goes_on() const { return trainer_ && !stopped_ && !trainer_->finished(); }
    // Trains a burst while the rival has trained for fewer than `seconds`; true when it did. Throws
    // Error when it diverged; it then trains no more.
    bool train_until(double seconds);
    // Draws and publishes when that is due, in a tenth of the time while `training`. True when
    // there is something new. `region`: the region in view, which is drawn at rest.
    bool update(bool training, const std::optional<Grid>& region);
    // The run as it is now, for a film of the race, which must not outlive this. Throws Error.
    FilmedRun filmed();
    void commit();  // throws NotSaved
    // Saves the run for the last time: Trainer::save_or_rescue().
    std::string close();
    // The reason why the rival's last save failed; empty if it did not.
    std::string save_error() const;

    double seconds() const { return trainer_ ? trainer_->seconds() : newest_->seconds; }
    const std::string& name() const { return letter_; }
    const std::filesystem::path& path() const { return newest_->path; }
    std::shared_ptr<const Companion> newest() const { return newest_; }  // never null

private:
    using Clock = std::chrono::steady_clock;
    bool update_whole(bool training);
    bool look_closer(bool training, const std::optional<Grid>& region);
    void publish(std::shared_ptr<const Surface> drawing);

    // The network of a finished run.
    std::unique_ptr<Backend> backend_;
    std::vector<float> parameters_;
    Grid learned_;
    int channels_ = 0;  // of the run beside

    std::unique_ptr<Trainer> trainer_;  // the rival's
    std::string letter_ = "B";
    std::optional<double> finish_line_;
    bool stopped_ = false;
    std::int64_t published_step_ = -1,
                 drawn_step_ = -1;  // drawn exactly, not as part of a training step
    ShareOfTime drawing_{0.1};
    std::int64_t closer_step_ = -1;
    Clock::time_point published_at_{};
    TrainingPace pace_;  // of its own bursts
    std::shared_ptr<const Companion> newest_ = std::make_shared<const Companion>();
};

}  // namespace redraw
