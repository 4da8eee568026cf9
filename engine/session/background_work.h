// Work in the background of the open run: other networks, studies, compared runs and exports.
// Without a time limit, none of it changes the run's results by a single bit. Session thread.
#pragma once

#include "engine/enlarge/enlargement.h"
#include "engine/job.h"
#include "engine/run/run_values.h"
#include "engine/session/command.h"
#include "engine/session/status.h"
#include "engine/studies/compared_run.h"
#include "engine/studies/explanation.h"
#include "engine/studies/export_preview.h"
#include "engine/studies/looks.h"
#include "engine/studies/scan_line_study.h"
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
// the network that enlarges the picture, and the networks of the nine looks (looks.h).
class RunCopies {
public:
    // `picture`: the picture in the largest known size. The trainer and the report outlive this
    // object.
    RunCopies(const BackendOptions& options, const Trainer& trainer,
              std::shared_ptr<const Image> picture, Report& report)
        : options_(options), trainer_(trainer), picture_(std::move(picture)), report_(report) {}

    void on(command::PreviewCoolDown);
    void on(command::DropCoolDown);
    void on(command::MeasureHeldOut);
    void on(command::DropHeldOut);
    void on(command::LearnEnlargement);

    void show_looks(bool wanted);  // begins the nine looks anew or cancels them; throws Error

    // Does a part of each network's work; returns true if more can be done at once. `notify`: give
    // the user a notice when the held-out measurement is finished.
    bool advance(bool notify);
    // Cancels a held-out measurement that was started under another schedule than the run has now.
    void drop_outdated();
    // The network that enlarges the picture; null: not requested, or training failed.
    const std::shared_ptr<Enlargement>& enlargement() const { return enlargement_; }

private:
    using Clock = std::chrono::steady_clock;
    template <class Work, class Result, class Part>
    bool advance(std::shared_ptr<Work>& work, std::shared_ptr<const Result>& result,
                 const Part& part);

    BackendOptions options_;
    BackendOptions as_the_run() const;  // options for copies of the run, on the same device
    const Trainer& trainer_;
    std::shared_ptr<const Image> picture_;
    Report& report_;
    std::shared_ptr<CoolDownCopy> cool_down_;
    std::shared_ptr<HeldOut> held_out_;
    std::shared_ptr<LookPainter> looks_;
    // Kept after its training, because it renders enlargements.
    std::shared_ptr<Enlargement> enlargement_;
    Clock::time_point held_out_begun_{}, enlarging_begun_{};
};

// All studies (renders and measurements that the window shows beside its main view) of the open
// run. While the run trains, they take turns in a tenth of the time.
class RunStudies {
public:
    // `picture`: the picture as opened; null if only the training target is known. `options`: for
    // the copies that an explanation trains (explanation.h).
    RunStudies(const std::shared_ptr<const Image>& picture, FindEnlargement find,
               const BackendOptions& options);
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
    ScanLineStudy scan_line_;
    SpectrumStudy spectrum_;
    MicroscopeStudy microscope_;
    ExplanationStudy explanation_;
    std::array<Study*, 12> all_;  // a new study must be added here and to publish()
    ShareOfTime share_{0.1};
    std::size_t turn_ = 0;  // counts update(): decides which study goes first
    // Number of PSNR measurements already announced by publish().
    int known_measurements_ = 0;
};

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
    void save();  // saves all rivals; throws NotSaved if one failed
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

// Returns the notice "Saved lion-1024.png."; `missing`: what could not be saved, or empty.
Notice saved_notice(const std::filesystem::path& file, const std::string& missing = "");

// Runs export jobs one after the other, a part at a time. Owned by OpenRun or OpenTiles, on the
// session thread.
class JobQueue {
public:
    struct Asked {
        std::filesystem::path target;
        Origin origin = Origin::user;
        Notice notice{};  // shown after the export is written
    };
    // Creates a job when its turn comes, so that the jobs waiting in the queue have no temporary
    // files.
    using Make = std::function<std::unique_ptr<Job>()>;

    // `report` outlives this object.
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
    void cancel() {  // drops the job at work; the next one follows
        if (!jobs_.empty()) jobs_.pop_front();
    }
    // Does a part of the first job's work. Removes a finished job and reports it in the status.
    // Throws Error after removing a job that failed.
    void advance();
    std::optional<JobStatus> status() const;  // status of the job at work; absent: no job

private:
    struct Entry {
        JobId id = 0;
        Asked asked;
        Make make;  // creates `job` when its turn comes, unless it exists already
        std::unique_ptr<Job> job{};
        std::chrono::steady_clock::time_point begun{};
    };

    Report& report_;
    std::deque<Entry> jobs_;
};

// Exports of the open run: pictures, films and pages as jobs; curves and copies at once.
class RunExports {
public:
    // `picture`: the picture as opened; null if only the training target is known. All arguments
    // outlive this object.
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
