// A run that the open run is compared with: a loaded run, which does not train, or a rival. A rival
// learns the same picture and trains in turn with the open run, so that both have trained about
// equally long. One owner, the session thread.
#pragma once

#include "engine/features/film/race_film.h"
#include "engine/features/race/companion.h"
#include "engine/training/new_run.h"
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

class ComparedRun {
public:
    // Loads a run: reads its file, again only for exports, and never writes it. `beside`: the open
    // run, whose pixel grid and channels the renders get. Throws Error.
    ComparedRun(const std::filesystem::path& run, const Trainer& beside,
                const BackendOptions& options);
    // Begins a rival run with a file of its own. The file keeps `picture` as any other run does.
    // `letter`: the rival's name. `finish_line`: PSNR in dB. `drawing_share`: the share of the
    // rival's time that rendering may take while it trains. Throws Error.
    struct Rival {
        NewRun run;
        std::shared_ptr<const Image> picture;
        int bit_depth = 8;
        std::string letter = "B";
        std::optional<double> finish_line{};
        double drawing_share = 0.1;
        // Share of the steps, 0 to 1, at which the rival is stopped without warning. It is then
        // opened again from its file, saved at half of that share or later (LessonRun::crash_at).
        // 0: never.
        double crash_at = 0;
        bool may_diverge = false;  // a rival that diverges ends without an error
    };
    ComparedRun(Rival rival, const BackendOptions& options);

    bool racing() const { return trainer_ != nullptr; }
    // True if the run is a rival that has steps left and did not diverge or fail.
    bool goes_on() const { return trainer_ && !stopped_ && !trainer_->finished(); }
    // Trains a burst if the rival has trained for fewer than `seconds`; returns true if it trained.
    // Throws Error if the rival fails, or diverged without may_diverge; it then trains no more.
    bool train_until(double seconds);
    // Renders the run when a render is due, and publishes the result in newest(); returns true if
    // there is a new result. `training`: rendering is limited to its share of the time. `region`:
    // the zoomed region in view, which is rendered while this run does not train.
    bool update(bool training, const std::optional<Grid>& region);
    // Returns the rival's trainer; null for a loaded run, or if it could not be opened again.
    Trainer* trainer() { return trainer_.get(); }
    // run(), filmed(): return the run as it is now, to export the race. Throw Error, also before a
    // rival's planned crash, which drops keyframes. backend(): returns the backend that renders the
    // run, which may be replaced after a device failed. The results must not outlive this object.
    std::shared_ptr<const RunFile> run();
    FilmedRun filmed();
    Backend& backend();
    void commit();  // saves a rival; throws Error
    // Saves a rival for the last time, by Trainer::save_or_rescue(), whose message it returns.
    std::string close();
    // Returns why the rival's last save failed; empty if it succeeded.
    std::string save_error() const;

    double seconds() const { return trainer_ ? trainer_->seconds() : newest_->seconds; }
    const std::string& name() const { return letter_; }
    const std::filesystem::path& path() const { return newest_->path; }
    // The newest state of the run; never null.
    std::shared_ptr<const Companion> newest() const { return newest_; }

private:
    using Clock = std::chrono::steady_clock;
    void advance();    // trains a burst; crashes the rival and opens it again at crash_step_
    Trainer& rival();  // throws Error if the rival could not be opened again
    bool update_whole(bool training);
    bool look_closer(bool training, const std::optional<Grid>& region);
    void publish(std::shared_ptr<const Surface> drawing);

    // The backend that renders a loaded run; null for a rival.
    std::unique_ptr<Backend> backend_;
    std::vector<float> parameters_;
    Grid learned_;
    int channels_ = 0;  // number of channels of the open run

    std::unique_ptr<Trainer> trainer_;  // the rival's trainer; null for a loaded run
    std::string letter_ = "B";
    std::optional<double> finish_line_;
    bool stopped_ = false;
    BackendOptions options_;
    std::int64_t crash_step_ = 0;  // step at which the rival will crash; 0: none
    bool may_diverge_ = false;
    std::int64_t published_step_ = -1,
                 drawn_step_ = -1;  // last step rendered for display, not by a training step
    ShareOfTime drawing_{0.1};
    std::int64_t closer_step_ = -1;
    Clock::time_point published_at_{};
    TrainingPace pace_;  // the rival's own training speed
    std::shared_ptr<const Companion> newest_ = std::make_shared<const Companion>();
};

}  // namespace redraw
