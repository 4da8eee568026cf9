// The runs compared with the open run. Session thread.
#pragma once

#include "engine/features/compare/compared_run.h"
#include "engine/session/status.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

// The runs compared with the open run: none, one loaded run that does not train, or the rivals of a
// race. Rivals train in turn, so that all have about the same training time. One owner, the open
// run.
class ComparedRuns {
public:
    using Runs = std::vector<std::unique_ptr<ComparedRun>>;
    // `report` outlives this object, which writes Status::compared_runs, finish_line and
    // finished_at.
    explicit ComparedRuns(Report& report) : report_(report) {}

    bool empty() const { return runs_.empty(); }
    bool racing() const { return !empty() && runs_.front()->racing(); }
    const Runs& runs() const { return runs_; }
    // Replaces the compared runs by `runs`. The caller has called close() before.
    void take(Runs runs, std::optional<double> finish_line = {});
    // Closes all compared runs. Returns sentences about runs that had to be saved elsewhere, or
    // empty.
    std::string close();

    std::size_t going_on() const;  // number of rivals still in training
    // Trains the rival with the least training time for one burst, if it has less than `seconds`;
    // returns true if it trained. Throws Error if the rival failed; it then stops training.
    bool train_until(double seconds);
    void update(bool training, const std::optional<Grid>& region);
    void save();  // saves all rivals; throws Error if one failed
    // Returns the error of the first run whose last save failed; empty: none failed.
    std::string save_error() const;

    bool has(const std::filesystem::path& run) const;
    // The path of the loaded run compared with the open one; empty: none, or a race.
    std::filesystem::path compared() const;

    // Once the winner of the race is certain, gives a notice of it. `measured`: PSNR measurements
    // of the open run. In engine/session/race.cpp.
    void report_winner(const std::vector<MeasuredPsnr>& measured);

private:
    void publish();

    Report& report_;
    Runs runs_;
    bool winner_reported_ = false;
};

}  // namespace redraw
