// Background work beside the open run; the run's results stay bit-identical. Session thread.
#pragma once

#include "engine/enlarge/enlargement.h"
#include "engine/job.h"
#include "engine/run/run_values.h"
#include "engine/session/command.h"
#include "engine/session/status.h"
#include "engine/studies/compared_run.h"
#include "engine/studies/export_preview.h"
#include "engine/studies/studies.h"
#include "engine/studies/trained_copies.h"
#include "engine/training/trainer.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace redraw {

// Networks that train beside the open run: the cool-down preview copy, the held-out measurement,
// and the network that enlarges the picture.
class RunCopies {
public:
    // `picture`: the largest known version. The trainer and the report outlive this.
    RunCopies(const BackendOptions& options, const Trainer& trainer,
              std::shared_ptr<const Image> picture, Report& report)
        : options_(options), trainer_(trainer), picture_(std::move(picture)), report_(report) {}

    void on(command::PreviewCoolDown);
    void on(command::DropCoolDown);
    void on(command::MeasureHeldOut);
    void on(command::DropHeldOut);
    void on(command::LearnEnlargement);

    // Does a part of each network's work; returns true if more can be done at once. `notify`:
    // report a finished held-out measurement.
    bool advance(bool notify);
    // Cancels a held-out measurement that was started under another schedule than the run has
    // now.
    void drop_outdated();
    // The network that enlarges the picture; null: not requested, or training failed.
    const std::shared_ptr<Enlargement>& enlargement() const { return enlargement_; }

private:
    using Clock = std::chrono::steady_clock;
    template <class Work, class Result, class Part>
    bool advance(std::shared_ptr<Work>& work, std::shared_ptr<const Result>& result,
                 const Part& part);

    BackendOptions options_;
    const Trainer& trainer_;
    std::shared_ptr<const Image> picture_;
    Report& report_;
    std::shared_ptr<CoolDownCopy> cool_down_;
    std::shared_ptr<HeldOut> held_out_;
    std::shared_ptr<Enlargement> enlargement_;  // kept after training: it renders
    Clock::time_point held_out_begun_{}, enlarging_begun_{};
};

// All studies of the open run. While the run trains, they take turns in a tenth of the time.
class RunStudies {
public:
    // `picture`: as opened; null if only the target is known.
    RunStudies(const std::shared_ptr<const Image>& picture, FindEnlargement find);
    RunStudies(const RunStudies&) = delete;
    RunStudies& operator=(const RunStudies&) = delete;

    // Does a part of the studies' work; returns true if more can be done at once. Throws Error.
    bool update(Trainer& trainer, const ViewRequest& view, bool training);
    // Copies study results into the status; returns true if any of them is new.
    bool publish(Status& status);

private:
    KeyframeThumbnails thumbnails_;
    NeuronStudy neurons_;
    PixelStudy pixel_;
    CropStudy crop_;
    ThenAndNowStudy then_and_now_;
    ChangeStudy changes_;
    PsnrStudy psnr_;
    OriginalStudy original_;
    MicroscopeStudy microscope_;
    std::array<Study*, 9> all_;  // a new study is added here and in publish()
    ShareOfTime share_{0.1};
    std::size_t turn_ = 0;        // index of the study that goes first
    int known_measurements_ = 0;  // how many of psnr_ are published
};

// Runs compared with the open run: none, a finished one, or the rivals of a race. Rivals train in
// turn, so that all have the same training time. One owner, the open run.
class ComparedRuns {
public:
    using Runs = std::vector<std::unique_ptr<ComparedRun>>;
    // The report outlives this. Writes Status::companions, finish_line and finished_at.
    explicit ComparedRuns(Report& report) : report_(report) {}

    bool empty() const { return runs_.empty(); }
    bool racing() const { return !empty() && runs_.front()->racing(); }
    const Runs& runs() const { return runs_; }
    // Replaces the compared runs by `runs`. The caller has called close() before.
    void take(Runs runs, std::optional<double> finish_line = {});
    // Closes all compared runs. Returns sentences about runs that had to be saved elsewhere, or
    // empty.
    std::string close();

    std::size_t going_on() const;  // number of rivals that still train
    // Trains the rival with the least training time for one burst, if it has less than `seconds`;
    // returns true if it trained. Throws Error if the rival diverged; it then stops training.
    bool train_until(double seconds);
    void update(bool training, const std::optional<Grid>& region);
    // Reports the winner once it is certain. `measured`: measurements of the open run.
    void report_winner(const std::vector<MeasuredPsnr>& measured);
    void save();                     // saves all; throws NotSaved if one failed
    std::string save_error() const;  // first run whose last save failed; or empty

    bool has(const std::filesystem::path& run) const;
    // The path of the finished run compared with the open one; empty: none, or a race.
    std::filesystem::path compared() const;

private:
    void publish();

    Report& report_;
    Runs runs_;
    bool winner_reported_ = false;
};

// New run files created together. Their last owner deletes the files still listed.
using NewFiles = std::shared_ptr<std::vector<std::filesystem::path>>;

// A race that is ready to start.
struct NewRace {
    NewFiles files;  // outlives the runs
    NewRun run;      // becomes the open run
    ComparedRuns::Runs rivals;
};
// Creates the runs of a race: all start anew on the same pixels. `open`: the open run. `picture`:
// its largest known version. Throws Error.
NewRace new_race(const command::Race& asked, const RunFile& open,
                 const std::shared_ptr<const Image>& picture, int bit_depth,
                 const BackendOptions& options);

// Returns the notice "Saved lion-1024.png."; `missing` names what could not be saved.
Notice saved_notice(const std::filesystem::path& file, const std::string& missing = "");

// Runs export jobs one after the other, a part at a time. Owned by OpenRun or OpenTiles, on the
// session thread.
class JobQueue {
public:
    struct Asked {
        std::filesystem::path target;
        Origin origin = Origin::user;
        Notice notice{};             // shown after the export is written
        bool of_companions = false;  // the job renders the compared runs too
    };
    // Creates a job when its turn comes, so that no temporary file waits in the queue.
    using Make = std::function<std::unique_ptr<Job>()>;

    // The report outlives this.
    explicit JobQueue(Report& report) : report_(report) {}
    void add(Asked asked, Make make) {
        jobs_.push_back({++report_.last_job, std::move(asked), std::move(make)});
    }
    void add(Asked asked, std::unique_ptr<Job> job) {
        add(std::move(asked), Make());
        jobs_.back().job = std::move(job);
    }
    bool empty() const { return jobs_.empty(); }
    void clear() { jobs_.clear(); }
    // Removes jobs that render the compared runs, which are about to close; returns true if any
    // did.
    bool clear_of_companions() {
        return std::erase_if(jobs_, [](const Entry& entry) { return entry.asked.of_companions; }) >
               0;
    }
    // Does a part of the first job. Removes a finished job and publishes that in the status.
    // Throws Error after removing a job that failed.
    void advance();
    std::optional<JobStatus> status() const;  // status of the first job

private:
    struct Entry {
        JobId id = 0;
        Asked asked;
        Make make;  // creates `job` when it is null
        std::unique_ptr<Job> job{};
        std::chrono::steady_clock::time_point begun{};
    };

    Report& report_;
    std::deque<Entry> jobs_;
};

// Exports of the open run: pictures, films and pages as jobs; curves and copies at once.
class RunExports {
public:
    // `picture`: as opened; null if only the target is known. All arguments outlive this.
    RunExports(Trainer& trainer, std::shared_ptr<const Image> picture, RunCopies& copies,
               const ComparedRuns& compared, Report& report)
        : trainer_(trainer),
          picture_(std::move(picture)),
          copies_(copies),
          compared_(compared),
          report_(report),
          jobs_(report) {}

    // All on() functions throw Error.
    void on(const command::ExportPictures& asked);
    void on(const command::ExportFilm& asked);
    void on(const command::ExportPage& asked);
    void on(const command::ExportCurves& asked);
    void on(const command::SaveCopy& asked);
    JobQueue& jobs() { return jobs_; }

private:
    void begin(const std::filesystem::path& output);

    Trainer& trainer_;
    std::shared_ptr<const Image> picture_;
    RunCopies& copies_;
    const ComparedRuns& compared_;
    Report& report_;
    JobQueue jobs_;
};

}  // namespace redraw
