// The runs compared with the open run, and races. Session thread.
#pragma once

#include "engine/features/race/compared_run.h"
#include "engine/run/run_file.h"
#include "engine/session/command.h"
#include "engine/session/status.h"
#include "engine/training/new_run.h"
#include "engine/training/trainer.h"

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
    // `report` outlives this object, which writes Status::companions, finish_line and finished_at.
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
    // returns true if it trained. Throws Error if the rival failed; it then stops training. A rival
    // of a lesson may diverge without an error.
    bool train_until(double seconds);
    void update(bool training, const std::optional<Grid>& region);
    // Once the winner of the race is certain, gives a notice of it. `measured`: PSNR measurements
    // of the open run.
    void report_winner(const std::vector<MeasuredPsnr>& measured);
    void save();  // saves all rivals; throws Error if one failed
    // Returns the error of the first run whose last save failed; empty: none failed.
    std::string save_error() const;

    bool has(const std::filesystem::path& run) const;
    // The path of the loaded run compared with the open one; empty: none, or a race.
    std::filesystem::path compared() const;

private:
    void publish();

    Report& report_;
    Runs runs_;
    bool winner_reported_ = false;
};

// A list of run files created together. When its last owner is destroyed, the files still listed
// are deleted, as when a race could not start.
using NewFiles = std::shared_ptr<std::vector<std::filesystem::path>>;

// A race that is ready to start.
struct NewRace {
    // The files of all runs of the race. The first member, so that it outlives the runs.
    NewFiles files;
    NewRun run;  // becomes the open run when the race starts
    ComparedRuns::Runs rivals;
};
// The runs of a race, the open one first.
struct RacePlan {
    std::vector<LessonRun> runs;
    std::optional<double> finish_line{};
    bool taught = false;  // a rival of a lesson that diverges ends without an error
};
// Plan a race: of rivals that get the training size and channels of the open run, or of the runs of
// a lesson. Throw Error.
RacePlan plan_of(const command::Race& asked, const RunFile& open);
RacePlan plan_of(const command::Teach& asked);
// Creates the runs of a race: all start anew on the same pixels. `name`: the name of `picture`,
// which is the picture in the largest known size. Throws Error.
NewRace new_race(const RacePlan& plan, const std::string& name,
                 const std::shared_ptr<const Image>& picture, int bit_depth,
                 const BackendOptions& options);

// Measures the runs of a lesson that have ended: the open run, if `ended`, and its rivals. Called
// before anything else is rendered, so that the results equal those of `redraw lesson`.
void measure_taught(Report& report, Trainer& open, bool ended, const ComparedRuns& rivals,
                    const Image& picture);

}  // namespace redraw
