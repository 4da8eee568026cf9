// What the session thread does, with no thread in it: train a burst, draw a preview, advance an
// export, tell the window. Everything here belongs to the session thread (or to a test).
#pragma once

#include "engine/backend/backend.h"
#include "engine/doctor/check_up.h"
#include "engine/enlarge/enlargement.h"
#include "engine/export/export.h"
#include "engine/film/film.h"
#include "engine/image/picture.h"
#include "engine/session/preview.h"
#include "engine/session/status.h"
#include "engine/session/studies.h"
#include "engine/studies/companion_run.h"
#include "engine/studies/cool_down_copy.h"
#include "engine/studies/held_out.h"
#include "engine/studies/thumbnails.h"
#include "engine/training/trainer.h"

#include <chrono>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace redraw {

// Status::view_only of this run.
std::string why_view_only(const RunFile& run);

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
    // Runs an action; an Error becomes Status::error and nothing else changes.
    void guarded(const std::function<void()>& action);
    void close();  // commits

    // The verbs of Session.
    void open(const std::filesystem::path& path, const Config& config,
              const std::filesystem::path& run_path);
    void open_copy();
    void restart(const Config& config);
    void set_running(bool running);
    void single_step();
    void set_schedule(const Schedule& schedule, bool final = true);
    void cool_down();
    void continue_from(std::int64_t step);
    void look(const Look& look);
    void set_duty(int percent);
    void export_pictures(const std::vector<ExportSpec>& specs, std::optional<std::int64_t> at_step);
    void export_film(const FilmSpec& spec);
    void export_curves(const std::filesystem::path& path);
    void preview_cool_down();
    void drop_cool_down();
    void measure_held_out();
    void drop_held_out();
    void learn_enlargement();
    void compare_with(const std::filesystem::path& run);
    void race(const Config& rival);
    void leave_companion();
    void save_copy(const std::filesystem::path& path);
    void cancel_job();
    void dismiss_message();

private:
    using Clock = std::chrono::steady_clock;
    struct Job {  // an export or a film: draws a part, says whether it is done
        std::string what;
        std::function<bool()> advance;
        std::function<double()> progress;
        Clock::time_point started;
    };

    bool train_burst();  // true: one was done
    bool train_rival();  // the same of the rival, when its turn has come
    bool rival_goes_on() const;
    void tell_commit_error();
    void leave_device(const DeviceFailed& failure);
    void tell_left_device();
    void advance_job();
    void went_back();       // the trainer: what was drawn of later steps is forgotten
    bool advance_beside();  // the copies and the companion; true when there is more
    bool advance_companion();
    std::filesystem::path compared_run() const;  // empty when there is none, or a race
    bool advance_cool_down();
    bool advance_held_out();
    bool advance_enlargement();
    void drop_enlargement();
    void export_enlarged(const ExportSpec& spec);
    std::shared_ptr<const Image> known_picture(PixelSize size) const;
    void adopt(std::unique_ptr<Trainer> next, std::shared_ptr<const Image> picture, int bit_depth,
               std::string note, bool running);
    // And trains it.
    void adopt(NewRun made, int bit_depth, std::string note, bool batch_left_open = false);
    Trainer& trainer();  // throws Error when there is no run
    Trainer& trained();  // throws Error, too, when it is only viewed
    void while_opening(const std::filesystem::path& path, const std::function<void()>& open);
    void open_picture(const std::filesystem::path& path, const Config& config,
                      const std::filesystem::path& run_path);
    void open_run(const std::filesystem::path& path);
    void adopt(RunFile run);
    bool viewed() const { return trainer_ && !trainer_->run().writable(); }
    void follow_writer();
    void tell_why_viewed();
    double until_following() const;  // seconds; kForever without a writer to be followed
    void require_own_place(const std::filesystem::path& output);  // throws Error
    void start_job(std::string what, std::function<bool()> advance,
                   std::function<double()> progress);
    void fail(const std::string& error, Trouble trouble);
    void report();

    BackendOptions options_;
    ReportStatus report_;
    Preview preview_;
    Thumbnails thumbnails_;
    Studies studies_;
    CheckUp check_up_;
    Look look_;
    std::unique_ptr<CoolDownCopy> cool_down_;
    std::unique_ptr<HeldOut> held_out_;
    Clock::time_point held_out_begun_{};
    std::unique_ptr<Enlargement> enlargement_;
    Clock::time_point enlargement_begun_{};
    std::unique_ptr<CompanionRun> companion_;
    std::unique_ptr<Trainer> trainer_;
    std::shared_ptr<const Image> picture_;
    int bit_depth_ = 8;
    bool running_ = false;
    int duty_percent_ = 100;
    Clock::time_point rest_until_{};  // no burst before
    std::deque<Job> jobs_;
    Clock::time_point followed_at_{};                    // looked at the file of a viewed run
    std::filesystem::file_time_type followed_commit_{};  // as it was then
    std::string commit_error_;                           // as last said in the window
    std::string device_note_;                            // the same
    Status status_;                                      // what the next report starts from
    std::size_t reported_metrics_ = 0;
    std::int64_t reported_step_ = -1;
    Clock::time_point reported_at_{};
    bool report_due_ = false;
};

}  // namespace redraw
