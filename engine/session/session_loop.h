// What the session thread does, with no thread in it: train a burst, draw a preview, advance an
// export, tell the window. Everything here belongs to the session thread (or to a test).
#pragma once

#include "engine/backend/backend.h"
#include "engine/doctor/check_up.h"
#include "engine/enlarge/enlargement.h"
#include "engine/session/command.h"
#include "engine/session/exports.h"
#include "engine/session/first_second.h"
#include "engine/session/followed_writer.h"
#include "engine/session/preview.h"
#include "engine/session/tiled_view.h"
#include "engine/studies/companions.h"
#include "engine/studies/cool_down_copy.h"
#include "engine/studies/held_out.h"
#include "engine/studies/status.h"
#include "engine/studies/study.h"
#include "engine/training/trainer.h"

#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace redraw {

class SessionLoop {
public:
    using ShowFrame = std::function<void(std::shared_ptr<const Frame>)>;
    using ReportStatus = std::function<void(std::shared_ptr<const Status>)>;
    SessionLoop(BackendOptions options, ShowFrame show, ReportStatus report);

    // One round: a burst of about 30 ms, a part of an export, a preview when one is due. Returns
    // the seconds until there is more to do: 0, the rest of a pause of quiet mode, or kForever when
    // nothing is left until something is asked.
    double work();
    static constexpr double kForever = std::numeric_limits<double>::infinity();
    // Does what is asked; an Error becomes Status::error and nothing else changes.
    void handle(const Command& command);
    void perform(const Command& command);  // throws Error
    void close();                          // commits

private:
    using Clock = std::chrono::steady_clock;

    void on(const command::Open& asked);
    void on(command::OpenCopy);
    void on(const command::Restart& asked);
    void on(command::SetRunning asked);
    void on(command::SingleStep);
    void on(const command::SetSchedule& asked);
    void on(command::CoolDown);
    void on(command::ContinueFrom asked);
    void on(command::KeepMoment asked);
    void on(const ViewRequest& view);
    void on(command::SetDuty asked);
    void on(const command::ExportPictures& asked);
    void on(const command::ExportTiles& asked);
    void on(const command::ExportFilm& asked);
    void on(const command::ExportPage& asked);
    void on(const command::ExportCurves& asked);
    void on(command::PreviewCoolDown);
    void on(command::DropCoolDown);
    void on(command::MeasureHeldOut);
    void on(command::DropHeldOut);
    void on(command::LearnEnlargement);
    void on(const command::CompareWith& asked);
    void on(const command::Race& asked);
    void on(command::LeaveCompanions);
    void on(const command::SaveCopy& asked);
    void on(const command::Rename& asked);
    void on(command::CancelJob);
    void on(command::DismissMessage);

    Trainer& trainer();  // throws Error when there is no run
    Trainer& trained();  // throws Error, too, when it is only viewed
    bool viewed() const { return trainer_ && !trainer_->run().writable(); }
    std::shared_ptr<const Image> known_picture() const {  // the largest that is at hand
        return picture_ ? picture_ : status_.target;
    }

    void open_picture(const command::Open& asked);
    void open_run(const std::filesystem::path& path, bool go_on = false);
    void open_tiles(const std::filesystem::path& path);
    void while_opening(const std::filesystem::path& path, const std::function<void()>& open);
    // The run that is open from now on; the one before is committed and left.
    void take_run(std::unique_ptr<Trainer> next, std::shared_ptr<const Image> picture,
                  int bit_depth, std::string note, bool running);
    // Commits it, and leaves it with all that is done beside it; where it went instead, in a
    // sentence, when its own file took nothing. The status is that of nothing.
    std::string leave_run();
    void take_new_run(NewRun made, int bit_depth, std::string note);

    void train();  // a burst of the run, or of a rival when that one's turn has come
    void train_burst();
    void tell_race();
    void draw_anew();  // another run, or the trainer went back: what was drawn is of another past
    void leave_device(const DeviceFailed& failure);
    void tell_left_device();
    void tell_commit_error();
    void follow_writer();
    bool held_back(Clock::time_point now) const;  // by the first second
    double until_following() const;  // seconds; kForever without a writer to be followed

    bool update_studies(bool training);  // true when there is more to do at once; so do these
    bool advance_beside();
    bool update_tiled();
    template <class Work, class Result>
    bool advance_copy(std::shared_ptr<Work>& work, std::shared_ptr<const Result>& told,
                      const std::function<bool()>& part);
    void tell_saved(const std::filesystem::path& file);
    void require_own_place(const std::filesystem::path& output);  // throws Error

    void guarded(const std::function<void()>& action);  // an Error becomes Status::error
    void fail(const std::string& error, ErrorKind error_kind);
    void report();

    BackendOptions options_;
    ShowFrame show_;
    ReportStatus report_;
    Status status_;  // what the next report starts from

    std::unique_ptr<Trainer> trainer_;
    std::unique_ptr<TiledView> tiled_;      // in the place of a run
    std::shared_ptr<const Image> picture_;  // as it was opened; null: not known
    int bit_depth_ = 8;
    bool running_ = false;
    int duty_percent_ = 100;
    Clock::time_point rest_until_{};  // no burst before
    FirstSecond first_second_;
    TrainingPace pace_;  // of the run, not of its rival
    FollowedWriter writer_;
    Schedule asked_schedule_;  // the trainer's, unless it changed it by itself

    Preview preview_;
    ViewRequest view_request_;
    std::vector<std::unique_ptr<Study>> studies_;
    ShareOfTime studies_share_{0.1};  // while it trains
    std::size_t turn_ = 0;            // of the study that begins
    CheckUp check_up_;
    JobQueue jobs_;
    ExportSpec copied_;  // the export for the clipboard that is under way; its path empty: none
    std::shared_ptr<CoolDownCopy> cool_down_;
    std::shared_ptr<HeldOut> held_out_;
    std::shared_ptr<Enlargement> enlargement_;  // kept when it is learned: it draws
    Clock::time_point held_out_begun_{}, enlarging_begun_{};
    Companions companions_;
    bool winner_told_ = false;  // of the race

    std::string commit_error_;  // as last said in the window
    std::string device_note_;   // the same
    Clock::time_point reported_at_{};
    bool report_due_ = false;
};

}  // namespace redraw
