// The run that is open in a session, with all that is drawn, measured, exported and trained beside
// it: it is left by destroying this. One owner, SessionLoop, on the session thread.
#pragma once

#include "engine/doctor/findings.h"
#include "engine/run/run_file.h"
#include "engine/session/background_work.h"
#include "engine/session/command.h"
#include "engine/session/preview.h"
#include "engine/session/status.h"
#include "engine/training/trainer.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>

namespace redraw {

struct OpenedPicture {
    std::shared_ptr<const Image> image;  // as it was opened; null: not known
    int bit_depth = 8;
    std::string note{};  // what was done to it on opening
};

class OpenRun {
public:
    // Trains at once where it is `running` and not finished. `report`: outlives this, and is that
    // of no run so far.
    OpenRun(std::unique_ptr<Trainer> trainer, OpenedPicture picture, bool running,
            const BackendOptions& options, Preview::ShowFrame show, Report& report);
    OpenRun(const OpenRun&) = delete;
    OpenRun& operator=(const OpenRun&) = delete;

    // Does what is asked. Throws Error.
    template <class Asked>
    void perform(const Asked& asked) {
        if constexpr (requires { this->on(asked); })
            on(asked);
        else if constexpr (requires { copies_.on(asked); })
            copies_.on(asked);
        else
            exports_.on(asked);
    }
    void on(command::SetRunning asked);
    void on(command::SingleStep);
    void on(const command::SetSchedule& asked);
    void on(command::CoolDown);
    void on(command::KeepMoment asked);
    void on(const command::Rename& asked);
    void on(const ViewRequest& view);
    void on(command::SetThrottle asked);  // 1 to 100 %
    void on(const command::CompareWith& asked);
    void on(command::LeaveCompanions);

    // One round: a burst, a part of an export, a preview when one is due. Returns the seconds until
    // there is more to do, or kForever.
    double work();
    static constexpr double kForever = std::numeric_limits<double>::infinity();
    // Takes over what the writer of a viewed run saved. False when the file holds another run by
    // now. Throws Error.
    bool follow_writer();
    // Reports that a viewed run still cannot be trained, as `opened_again` says.
    void stays_viewed(const RunFile& opened_again);
    // Goes on on the CPU. Throws Error where it is there already.
    void leave_device(const DeviceFailed& failure);
    void fill_status();
    // Saves it; where its own file takes nothing, elsewhere, as the returned sentence says. Throws
    // NotSaved.
    std::string save() { return trainer_->save_or_rescue(picture_.image.get()); }
    // Leaves the runs beside it. Returns what had to be saved elsewhere, in sentences, or nothing.
    std::string leave_compared();

    void begin_first_second() { first_second_.begin(); }
    void race(ComparedRuns::Runs rivals, std::optional<double> finish_line);

    const Trainer& trainer() const { return *trainer_; }
    Trainer& trained();  // throws Error when it is only viewed
    bool viewed() const { return !trainer_->run().writable(); }
    bool is(const std::filesystem::path& file) const;
    const OpenedPicture& picture() const { return picture_; }
    std::shared_ptr<const Image> known_picture() const {  // the largest that is at hand
        return picture_.image ? picture_.image : trainer_->target();
    }
    const ComparedRuns& compared() const { return compared_; }
    JobQueue& jobs() { return exports_.jobs(); }

private:
    using Clock = std::chrono::steady_clock;
    void guarded(const std::function<void()>& action);
    void train();  // a burst of the run, or of a rival when that one's turn has come
    void train_burst();
    bool held_back(Clock::time_point now) const;  // by the first second
    bool update_drawings(bool training);          // true when there is more to do at once
    bool advance_beside(bool rests);              // the same
    void draw_anew();                   // the trainer went back: what was drawn is of another past
    double seconds_until_look() const;  // at a viewed run's file
    void report_save_error();
    void report_left_device();

    Report& report_;
    std::unique_ptr<Trainer> trainer_;
    OpenedPicture picture_;
    BackendOptions options_;
    bool running_ = false;
    int training_percent_ = 100;      // of the time; the rest is the rest of quiet mode
    Clock::time_point rest_until_{};  // no burst before
    FirstSecond first_second_;
    TrainingPace pace_;  // of the run, not of its rival
    // The times when a viewed run's file was looked at, and of the file that was read.
    Clock::time_point looked_at_ = Clock::now();
    std::filesystem::file_time_type read_{};
    Schedule asked_schedule_;  // the trainer's, unless it changed it by itself
    std::string device_note_;  // as last reported

    ViewRequest view_request_;
    Preview preview_;
    CheckUp check_up_;
    RunCopies copies_;
    ComparedRuns compared_;
    std::unique_ptr<RunStudies> studies_;
    RunExports exports_;
};

}  // namespace redraw
