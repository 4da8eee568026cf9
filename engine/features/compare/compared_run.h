// A run that the open run is compared with: a loaded run, which does not train. A rival of a race
// (engine/features/race/rival.h) is one that trains. One owner, the session thread.
#pragma once

#include "engine/features/compare/compared_state.h"
#include "engine/training/trainer.h"

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
    virtual ~ComparedRun() = default;

    bool racing() const { return trainer_ != nullptr; }
    // True if the run is a rival that has steps left and did not diverge or fail.
    virtual bool goes_on() const { return false; }
    // Trains a burst if the rival has trained for fewer than `seconds`; returns true if it trained.
    // Throws Error if the rival fails; it then trains no more.
    virtual bool train_until(double /*seconds*/) { return false; }
    // Renders the run if that is due; returns true if newest() is new. `training`: limits the time.
    // `region`: the zoomed region in view, rendered while this run does not train.
    bool update(bool training, const std::optional<Grid>& region);
    // Returns the rival's trainer; null for a loaded run, or if it could not be opened again.
    Trainer* trainer() { return trainer_.get(); }
    // The run as it is now, to export it, and the backend that renders it, which may be replaced
    // after a device failed. Throw Error; must not outlive this object.
    virtual std::shared_ptr<const RunFile> run();
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
    std::shared_ptr<const ComparedState> newest() const { return newest_; }

protected:
    ComparedRun(std::unique_ptr<Trainer> trainer, std::string letter);
    virtual bool update_whole(bool /*training*/) { return false; }

    Grid learned_;
    int channels_ = 0;                  // number of channels of the open run
    std::unique_ptr<Trainer> trainer_;  // the rival's trainer; null for a loaded run
    std::string letter_ = "B";
    std::shared_ptr<const ComparedState> newest_ = std::make_shared<const ComparedState>();

private:
    bool look_closer(bool training, const std::optional<Grid>& region);

    // The backend that renders a loaded run; null for a rival.
    std::unique_ptr<Backend> backend_;
    std::vector<float> parameters_;
    std::int64_t closer_step_ = -1;
};

}  // namespace redraw
