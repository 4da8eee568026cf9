// The runs beside the one being trained: none, a finished one to compare with, or the rivals of a
// race, which train in turn so that all have spent equally many seconds. One owner, the session
// loop, on its thread.
#pragma once

#include "engine/run/race.h"
#include "engine/studies/companion_run.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

// The open run and its rivals, as the status tells of them.
std::vector<Racer> racers_of(const Status& status);

class Companions {
public:
    bool empty() const { return runs_.empty(); }
    bool racing() const { return !empty() && runs_.front()->racing(); }
    const std::vector<std::unique_ptr<CompanionRun>>& runs() const { return runs_; }
    // Instead of those there are, which are left by close() before.
    void take(std::vector<std::unique_ptr<CompanionRun>> runs) { runs_ = std::move(runs); }

    std::size_t going_on() const;  // how many rivals still train
    // A burst of the rival that has trained least, where that is less than `seconds`; true when it
    // did one. Throws Error when it diverged; it then trains no more.
    bool train_until(double seconds);
    // CompanionRun::update() of each; true when there is something new of one.
    bool update(bool training, const std::optional<Grid>& region);
    void commit();  // all of them; throws NotSaved when one could not
    // They are left: what had to be saved elsewhere, in sentences, or nothing.
    std::string close();
    std::string commit_error() const;  // of the first whose last commit failed; or empty

    bool has(const std::filesystem::path& run) const;
    // What is compared with; empty: nothing, or it is a race.
    std::filesystem::path compared() const;
    std::vector<std::shared_ptr<const Companion>> newest() const;

private:
    std::vector<std::unique_ptr<CompanionRun>> runs_;
};

}  // namespace redraw
