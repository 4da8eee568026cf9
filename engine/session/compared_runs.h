// The runs beside the open one: none, a finished one to compare with, or the rivals of a race,
// which train in turn so that all have spent equally many seconds. One owner, the open run, on the
// session thread.
#pragma once

#include "engine/run/run_values.h"
#include "engine/session/command.h"
#include "engine/session/status.h"
#include "engine/studies/compared_run.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

class ComparedRuns {
public:
    using Runs = std::vector<std::unique_ptr<ComparedRun>>;
    // The report outlives this. Writes Status::companions, finish_line and finished_at.
    explicit ComparedRuns(Report& report) : report_(report) {}

    bool empty() const { return runs_.empty(); }
    bool racing() const { return !empty() && runs_.front()->racing(); }
    const Runs& runs() const { return runs_; }
    // Takes `runs` instead of those there are, which are left by close() before.
    void take(Runs runs, std::optional<double> finish_line = {});
    // Leaves all. Returns what had to be saved elsewhere, in sentences, or nothing.
    std::string close();

    std::size_t going_on() const;  // how many rivals still train
    // A burst of the rival that has trained least, where that is less than `seconds`; true when it
    // did one. Throws Error when it diverged; it then trains no more.
    bool train_until(double seconds);
    // ComparedRun::update() of each.
    void update(bool training, const std::optional<Grid>& region);
    // Reports who was first at the finish line, once, when it is certain. `measured`: of the open
    // run, whose other numbers the status has.
    void report_winner(const std::vector<MeasuredPsnr>& measured);
    void save();                     // all of them; throws NotSaved when one could not
    std::string save_error() const;  // of the first whose last save failed; or empty

    bool has(const std::filesystem::path& run) const;
    // What is compared with; empty: nothing, or it is a race.
    std::filesystem::path compared() const;

private:
    void publish();

    Report& report_;
    Runs runs_;
    bool winner_reported_ = false;
};

// The files of runs that are made together: unless they are kept, none of them stays.
class NewFiles {
public:
    NewFiles() = default;
    ~NewFiles();
    NewFiles(const NewFiles&) = delete;
    NewFiles& operator=(const NewFiles&) = delete;
    void add(const std::filesystem::path& file) { files_.push_back(file); }
    void keep() { files_.clear(); }

private:
    std::vector<std::filesystem::path> files_;
};

// A race that can begin.
struct NewRace {
    std::shared_ptr<NewFiles> files;  // outlives the runs
    NewRun run;                       // the one that will be open
    ComparedRuns::Runs rivals;
};
// All begin anew, so that none has a start. Rivals learn the same pixels: another size or other
// colours would be another race. `open`: the run of the picture. `picture`: the largest that is
// known. Throws Error.
NewRace new_race(const command::Race& asked, const RunFile& open,
                 const std::shared_ptr<const Image>& picture, int bit_depth,
                 const BackendOptions& options);

}  // namespace redraw
