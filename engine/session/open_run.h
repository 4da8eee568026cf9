// The open run of a session, with everything rendered, measured, exported and trained beside it.
// Destroying this object closes the run. One owner, SessionLoop, on the session thread.
#pragma once

#include "engine/features/doctor/findings.h"
#include "engine/run/run_file.h"
#include "engine/session/all_studies.h"
#include "engine/session/command.h"
#include "engine/session/compared_runs.h"
#include "engine/session/preview.h"
#include "engine/session/run_exports.h"
#include "engine/session/status.h"
#include "engine/training/share_of_time.h"
#include "engine/training/trainer.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>

namespace redraw {

struct RacePlan;  // defined in engine/features/race/rival.h

struct OpenedPicture {
    std::shared_ptr<const Image> image;  // the picture as opened; null: not known
    int bit_depth = 8;
    std::string note{};  // describes conversions made on opening; may be empty
    // What its file said beside the pixels; null: nothing, or it was read from a run.
    std::shared_ptr<const Metadata> metadata{};
};

class OpenRun {
public:
    // Starts training at once if `running` and the run is not finished. `report` outlives this
    // object; when passed, it holds nothing of another run but Status::copied.
    OpenRun(std::unique_ptr<Trainer> trainer, OpenedPicture picture, bool running,
            const BackendOptions& options, Preview::ShowFrame show, Report& report);
    OpenRun(const OpenRun&) = delete;
    OpenRun& operator=(const OpenRun&) = delete;

    // Commands; throw Error.
    void on(command::SetRunning asked);
    void on(const command::SetSchedule& asked);
    void on(command::SetTarget asked);
    void on(command::CoolDown);
    void on(const command::LearnWhole& asked);
    void on(const command::SetBookmark& asked);
    void on(const command::Rename& asked);
    void on(const ViewRequest& view);
    void on(command::SetThrottle asked);  // 1 to 100 % of the time for training
    void on(command::GiveWay);
    void on(const command::CompareWith& asked);
    void on(command::LeaveComparison);

    // Does one round of work: a burst of training steps, a part of an export, a preview if one is
    // due. Returns the seconds until more work is due, or kForever.
    double work();
    static constexpr double kForever = std::numeric_limits<double>::infinity();
    // For a run that is only viewed: loads what another process has saved since. Returns false if
    // the file now holds another run. Throws Error.
    bool follow_writer();
    // Reports that a viewed run still cannot be trained, for the reason in `opened_again`.
    void stays_viewed(const RunFile& opened_again);
    // Continues on the CPU after the run's device failed. Throws Error if the run already uses the
    // CPU.
    void leave_device(const DeviceFailed& failure);
    void fill_status();
    // Saves the run, or a rescue copy elsewhere if its file cannot be written; the returned
    // sentence says where. Throws Error (not_saved).
    std::string save() { return trainer_->save_or_rescue(picture_.image.get()); }
    void save_again();  // saves the run and those that race with it. Throws Error (not_saved)
    // Closes the compared runs. Appends to `elsewhere` a sentence about each run that had to be
    // saved elsewhere.
    void leave_compared(std::string& elsewhere);

    void begin_first_second() { first_second_.begin(); }
    void race(ComparedRuns::Runs rivals, const RacePlan& plan);

    const Trainer& trainer() const { return *trainer_; }
    Trainer& trained();  // throws Error if the run is only viewed
    // True if the run trains no more: it has finished, or diverged where it may.
    bool ended() const { return diverged_ || trainer_->finished(); }
    bool viewed() const { return !trainer_->run().writable(); }
    bool is(const std::filesystem::path& file) const;
    const OpenedPicture& picture() const { return picture_; }
    // Returns the picture in the largest known size.
    std::shared_ptr<const Image> known_picture() const {
        return picture_.image ? picture_.image : trainer_->target();
    }
    const ComparedRuns& compared() const { return compared_; }
    RunExports& exports() { return exports_; }
    JobQueue& jobs() { return exports_.jobs(); }

private:
    using Clock = std::chrono::steady_clock;
    void guarded(const std::function<void()>& action);
    std::size_t rivals() const;  // number of rivals of the run that are still in training
    void train();                // trains a burst of the run, or of a rival if its turn has come
    void train_burst();
    void measure_taught();
    // Returns true if training must wait, because the first second of a new run is slowed.
    bool held_back(Clock::time_point now) const;
    bool update_drawings(bool training);  // returns true if more can be rendered at once
    // Advances background copies and compared runs; returns true if more can be done at once.
    bool advance_beside(bool rests);
    // Renders everything again, such as after a rollback, when the old renders are outdated.
    void draw_anew();
    double seconds_until_look() const;  // seconds until the next check of a viewed run's file
    void look_at_view();
    void show_whole();
    void fill_whole();
    void report_save_error();
    void report_left_device();
    void consider_devices();

    Report& report_;
    std::unique_ptr<Trainer> trainer_;
    OpenedPicture picture_;
    BackendOptions options_;
    bool running_ = false;
    bool may_diverge_ = false;  // ends at its last good step if it diverges, without an error
    bool diverged_ = false;     // has ended so
    ShareOfTime throttle_{1};   // quiet mode: training rests between its bursts
    FirstSecond first_second_;
    TrainingPace pace_;  // training speed of the open run, without its rivals
    // For a viewed run: the time when its file was last checked, and the file's time stamp when it
    // was last read.
    Clock::time_point looked_at_ = Clock::now();
    std::filesystem::file_time_type read_{};
    bool writer_missed_ = false;  // at the last check no process held the viewed run's lock
    Schedule asked_schedule_;     // schedule last requested or reported
    std::string device_note_;     // last reported note about the device

    ViewRequest view_request_;
    Preview preview_;
    CheckUp check_up_;
    ComparedRuns compared_;
    std::unique_ptr<RunStudies> studies_;
    RunExports exports_;
};

}  // namespace redraw
