// Work beside the open run, which it leaves alone to the bit. Session thread.
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

// Networks that learn beside the run: the copy that cools down, the one that is measured on
// held-out pixels, and the one that enlarges the picture.
class RunCopies {
public:
    // `picture`: the largest that is known. The trainer and the report outlive this.
    RunCopies(const BackendOptions& options, const Trainer& trainer,
              std::shared_ptr<const Image> picture, Report& report)
        : options_(options), trainer_(trainer), picture_(std::move(picture)), report_(report) {}

    void on(command::PreviewCoolDown);
    void on(command::DropCoolDown);
    void on(command::MeasureHeldOut);
    void on(command::DropHeldOut);
    void on(command::LearnEnlargement);

    // A part of each; true when there is more to do at once. `notify`: of a finished measurement of
    // held-out pixels.
    bool advance(bool notify);
    // A measurement of held-out pixels ends where the run's schedule is another one by now.
    void drop_outdated();
    // The network that enlarges the picture; null: not asked for, or learning failed.
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
    std::shared_ptr<Enlargement> enlargement_;  // kept when it is learned: it draws
    Clock::time_point held_out_begun_{}, enlarging_begun_{};
};

// All studies of the open run. While it trains, each in turn has a part of a tenth of the time.
class RunStudies {
public:
    // `picture` as it was opened; null when only the target is known.
    RunStudies(const std::shared_ptr<const Image>& picture, FindEnlargement find);
    RunStudies(const RunStudies&) = delete;
    RunStudies& operator=(const RunStudies&) = delete;

    // A part of each; true when more is to be done at once. Throws Error.
    bool update(Trainer& trainer, const ViewRequest& view, bool training);
    // Copies what they made into the status; true when something of it is new.
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
    std::array<Study*, 8> all_;  // a new study is added here and in publish()
    ShareOfTime share_{0.1};
    std::size_t turn_ = 0;        // of the study that begins
    int known_measurements_ = 0;  // of psnr_
};

// The runs compared with the open one: none, a finished one, or the rivals of a race, which train
// in turn so that all have spent equally many seconds. One owner, the open run.
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
    // Trains a burst of the rival that has trained least, if for less than `seconds`; true when it
    // did. Throws Error when it diverged; it then trains no more.
    bool train_until(double seconds);
    void update(bool training, const std::optional<Grid>& region);
    // Reports the winner, once, when it is certain. `measured`: of the open run.
    void report_winner(const std::vector<MeasuredPsnr>& measured);
    void save();                     // all of them; throws NotSaved when one could not
    std::string save_error() const;  // of the first whose last save failed; or empty

    bool has(const std::filesystem::path& run) const;
    // The run that the open one is compared with; empty: none, or it is a race.
    std::filesystem::path compared() const;

private:
    void publish();

    Report& report_;
    Runs runs_;
    bool winner_reported_ = false;
};

// The files of runs that are made together: the last owner removes those that are still in it.
using NewFiles = std::shared_ptr<std::vector<std::filesystem::path>>;

// A race that can begin.
struct NewRace {
    NewFiles files;  // outlives the runs
    NewRun run;      // the one that will be open
    ComparedRuns::Runs rivals;
};
// Makes the runs of a race: all begin anew and learn the same pixels. `open`: the run of the
// picture. `picture`: the largest that is known. Throws Error.
NewRace new_race(const command::Race& asked, const RunFile& open,
                 const std::shared_ptr<const Image>& picture, int bit_depth,
                 const BackendOptions& options);

// "Saved lion-1024.png."; `missing` names what could not be saved.
Notice saved_notice(const std::filesystem::path& file, const std::string& missing = "");

// Exports one after the other, a part at a time. Owned by what is open, on the session thread.
class JobQueue {
public:
    struct Asked {
        std::filesystem::path target;
        Origin origin = Origin::user;
        Notice notice{};             // once it is written
        bool of_companions = false;  // it draws with the runs beside the open one
    };
    // Called when its turn comes: the file beside the target should not wait in line.
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
    // Those that draw with the companions, which go away; true when there was one.
    bool clear_of_companions() {
        return std::erase_if(jobs_, [](const Entry& entry) { return entry.asked.of_companions; }) >
               0;
    }
    // A part of the first; the next one is the first when that is done, which the status then says.
    // Throws Error, and it is gone.
    void advance();
    std::optional<JobStatus> status() const;  // of the first

private:
    struct Entry {
        JobId id = 0;
        Asked asked;
        Make make;  // unless `job` is there already
        std::unique_ptr<Job> job{};
        std::chrono::steady_clock::time_point begun{};
    };

    Report& report_;
    std::deque<Entry> jobs_;
};

// Exports of the open run: pictures, films and pages as jobs; curves and copies at once.
class RunExports {
public:
    // `picture` as it was opened; null when only the target is known. All outlive this.
    RunExports(Trainer& trainer, std::shared_ptr<const Image> picture, RunCopies& copies,
               const ComparedRuns& compared, Report& report)
        : trainer_(trainer),
          picture_(std::move(picture)),
          copies_(copies),
          compared_(compared),
          report_(report),
          jobs_(report) {}

    // Each throws Error.
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
