#include "engine/session/open_run.h"

#include "engine/error.h"
#include "engine/network/schedule.h"
#include "engine/seconds.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

namespace redraw {
namespace {

// Seconds between two checks of a viewed run's file. A process that trains the run saves it about
// every 2 s.
constexpr double kFollowSeconds = 1, kRetrySeconds = 1;

// Returns the sentence for Status::view_only: why this run can only be viewed; empty if it can be
// trained. `left`: the other Redraw has closed the run.
std::string why_view_only(const RunFile& run, bool left = false) {
    if (run.writable()) return "";
    return "View only: " + display_name(run.path().filename()) + ": " +
           (left ? "it was open in another Redraw" : run.why_read_only()) + ".";
}

}  // namespace

OpenRun::OpenRun(std::unique_ptr<Trainer> trainer, OpenedPicture picture, bool running,
                 const BackendOptions& options, Preview::ShowFrame show, Report& report)
    : report_(report),
      trainer_(std::move(trainer)),
      picture_(std::move(picture)),
      options_(options),
      running_(running && trainer_->run().writable() && !trainer_->finished()),
      pace_(trainer_->seconds(), trainer_->step()),
      asked_schedule_(trainer_->config().schedule),
      preview_(std::move(show)),
      compared_(report),
      exports_(*trainer_, picture_.image, options, compared_, report) {
    draw_anew();
    Status& status = report_.status;
    status.picture_note = picture_.note;
    status.picture = picture_.image;
    status.metadata = picture_.metadata;
    status.target = trainer_->target();
    status.run_path = trainer_->run().path();
    status.view_only = why_view_only(trainer_->run());
    status.backend = trainer_->backend().description();
    status.device_choice.clear();
    status.parameter_count = trainer_->parameter_count();
}

Trainer& OpenRun::trained() {
    if (viewed()) throw Error(report_.status.view_only);
    return *trainer_;
}

bool OpenRun::is(const std::filesystem::path& file) const {
    std::error_code ignored;
    return std::filesystem::equivalent(file, trainer_->run().path(), ignored);
}

double OpenRun::work() {
    constexpr double kWhileHeld = 0.008;
    const Clock::time_point begun = Clock::now();
    report_left_device();
    const bool held = held_back(begun), rests = running_ && !throttle_.due(begun);
    const bool trains = running_ && !rests && !held;
    throttle_.begin(begun);
    if (trains) {
        guarded([&] { train(); });
        report_save_error();
        report_left_device();
        guarded([&] { consider_devices(); });
    } else if (!running_ || (held && trainer_->config().schedule.seconds <= 0)) {
        // Stops the training clock while the run is paused or held back by FirstSecond. With a time
        // limit, time held back counts. Pauses of quiet mode always count.
        pace_.rests();
    }
    if (!running_ && report_.save_failed) {  // the disk may have room again
        trainer_->autosave_if_due();
        report_save_error();
    }
    measure_taught();
    report_left_device();
    bool more = !jobs().empty();  // exports continue while training rests in quiet mode
    if (more) {
        guarded([&] { jobs().advance(); });
        report_left_device();
    }
    more |= update_drawings(running_ && !ended());
    more |= advance_beside(rests);
    if (trains) throttle_.end();  // counts rendering, too: it heats the machine as well
    if (more) return 0;
    if (!running_ && report_.save_failed) return kRetrySeconds;
    if (!running_) return viewed() ? seconds_until_look() : kForever;
    return held ? kWhileHeld : throttle_.seconds_left();
}

void OpenRun::guarded(const std::function<void()>& action) {
    report_.guarded([&] {
        try {
            action();
        } catch (const DeviceFailed& failure) {
            leave_device(failure);
        }
    });
}

std::size_t OpenRun::rivals() const {
    std::size_t count = 0;
    count += compared_.going_on();
    return count;
}

// Trains one burst: in a race, of the racer with the least training time, otherwise of the open
// run. Once the open run has ended, the time of its rivals is not limited.
void OpenRun::train() {
    const bool done = ended();
    bool waits = done;
    waits |= compared_.train_until(done ? kForever : trainer_->seconds());
    if (done && rivals() == 0) running_ = false;
    if (waits) return;
    try {
        train_burst();
    } catch (const Error& error) {
        if (error.kind() != Error::Kind::diverged || !may_diverge_) throw;
        diverged_ = true;
        running_ = rivals() > 0;
    }
}

void OpenRun::train_burst() {
    const std::int64_t before = trainer_->step();
    const bool slowed = first_second_.lasts() && trainer_->config().schedule.seconds <= 0;
    if (rivals() > 0 || slowed) {  // not all time passed was spent on this run
        pace_.rests();
        pace_.trains(before);
    }
    try {
        std::int64_t steps = trainer_->burst();
        if (first_second_.lasts())
            steps = std::clamp(first_second_.steps(trainer_->step_seconds()) - before,
                               std::int64_t(1), steps);
        const bool own = !trainer_->run().mosaic();
        if (trainer_->advance(steps) < 0) draw_anew();
        if (own && trainer_->run().mosaic()) show_whole();
        pace_.trains(trainer_->step());
        trainer_->keep_in_time(pace_);
        if (trainer_->finished()) {
            running_ = rivals() > 0;
            trainer_->commit();
            running_ |= !trainer_->finished();  // the device failed while saving
        } else if (const auto& reached = trainer_->reached_goal(); reached && rivals() == 0) {
            running_ = false;
            trainer_->commit();
            give_notice(report_.status, {fmt::format("Reached the target: {}. Learning is paused.",
                                                     decibels(reached->psnr))});
        }
    } catch (...) {
        running_ = false;
        if (trainer_->step() < before) draw_anew();
        throw;
    }
}

bool OpenRun::held_back(Clock::time_point now) const {
    return running_ && first_second_.lasts(now) &&
           trainer_->step() >= first_second_.steps(trainer_->step_seconds(), now);
}

bool OpenRun::update_drawings(bool training) {
    bool more = false;
    const Status& status = report_.status;
    const std::string unsaved = status.error_kind == Error::Kind::not_saved ? status.error : "";
    guarded([&] {
        more |= preview_.update(*trainer_, training, first_second_.lasts() ? 0.5 : 0.1);
        more |= studies_->update(*trainer_, view_request_, training);
        check_up_.update(*trainer_);
    });
    // Keeps the message of a failed save, because the window offers a remedy for it. A disk that
    // cannot be read causes another error at every check, which would replace that message.
    if (!unsaved.empty() && status.error_kind != Error::Kind::not_saved)
        report_.fail(unsaved, Error::Kind::not_saved);
    report_.due |= studies_->publish(report_.status.results);
    return more;
}

bool OpenRun::advance_beside(bool rests) {
    const bool more = !rests && exports_.learn_enlarging();
    if (!compared_.empty()) guarded([&] { compared_.update(running_, view_request_.region); });
    return more;
}

void OpenRun::draw_anew() {
    studies_ = std::make_unique<RunStudies>(
        StudyTools{picture_.image, [this] { return exports_.enlargement(); }, options_});
    preview_.reset(report_.status.run_serial);
    preview_.set_view(view_request_);
}

// Reports once that the run cannot be saved, such as on a full disk, and clears the error after a
// later save succeeds.
void OpenRun::report_save_error() {
    std::string error = trainer_->save_error();
    if (error.empty()) error = compared_.save_error();
    const bool failed = !error.empty();
    if (failed == std::exchange(report_.save_failed, failed)) return;
    if (failed || report_.status.error_kind == Error::Kind::not_saved)
        report_.fail(error, Error::Kind::not_saved);
    report_.due = true;
}

void OpenRun::save_again() {
    trained().commit();
    compared_.save();
}

double OpenRun::seconds_until_look() const {
    return std::max(0.0, kFollowSeconds - seconds_since(looked_at_));
}

// If the file of a viewed run cannot be read now, the next attempt follows a second later. Until
// then the last render stays visible.
bool OpenRun::follow_writer() {
    if (!viewed() || seconds_until_look() > 0) return true;
    // Between two saves a writer briefly holds no lock. It counts as gone only if two checks in a
    // row find no lock.
    const bool missed = trainer_->run().writer_left();
    const bool left = std::exchange(writer_missed_, missed) && missed;
    if (std::string why = why_view_only(trainer_->run(), left); why != report_.status.view_only) {
        report_.status.view_only = std::move(why);
        report_.due = true;
    }
    looked_at_ = Clock::now();
    std::error_code gone;
    const auto newest = std::filesystem::last_write_time(trainer_->run().path(), gone);
    if (newest == read_) return true;
    const std::int64_t step = trainer_->step();
    const std::size_t events = trainer_->run().events().size();
    if (!trainer_->follow()) return false;
    read_ = newest;  // time stamp from before reading: a later write is noticed
    const std::vector<Event>& now = trainer_->run().events();
    const auto is_back = [&](const Event& event) {
        return event.step < step && !only_marks(event.kind);
    };
    if (trainer_->step() < step ||
        std::any_of(now.begin() + std::ptrdiff_t(std::min(events, now.size())), now.end(), is_back))
        draw_anew();
    report_.due = true;
    return true;
}

void OpenRun::stays_viewed(const RunFile& opened_again) {
    report_.status.view_only = why_view_only(opened_again);
    give_notice(report_.status, {"Still view only: " + opened_again.why_read_only() + "."});
    looked_at_ = {};
    writer_missed_ = false;
}

void OpenRun::on(command::SetRunning asked) {
    Trainer& now = asked.running ? trained() : *trainer_;
    if (asked.running && rivals() == 0) diverged_ = false;
    if (asked.running && now.reached_goal()) now.set_goal(std::nullopt);  // goes on beyond it
    running_ = asked.running && (!now.finished() || rivals() > 0);
    report_.status.error.clear();
    if (running_) return;
    now.commit();
    compared_.save();
}

void OpenRun::on(const command::SetSchedule& asked) {
    diverged_ = false;
    trained().set_schedule(asked.schedule, asked.final, asked.finish);
    trainer_->keep_in_time(pace_);
    asked_schedule_ = asked.schedule;
    if (asked.final) trainer_->commit();
}

void OpenRun::on(command::SetTarget asked) {
    if (asked.psnr && !(*asked.psnr > 0 && *asked.psnr <= kMostDecibels))
        throw Error(fmt::format("The target must be above 0 and at most {} dB.", kMostDecibels));
    const Goal& before = trained().run().goal();
    trainer_->set_run_goal(
        {.psnr = asked.psnr, .seconds = before.seconds, .drawing = before.drawing});
    trainer_->commit();
}

void OpenRun::on(command::CoolDown) {
    trained().cool_down(cool_down_epochs(trainer_->epoch()));
    diverged_ = false;
    running_ = true;
}

void OpenRun::on(const command::SetBookmark& asked) {
    Trainer& now = trained();
    if (!std::ranges::binary_search(now.keyframes(), asked.step, {}, &Keyframe::step))
        throw now.run().not_kept(asked.step);
    std::optional<std::string> name = asked.name;
    if (name && name->find_first_not_of(' ') == std::string::npos) name->clear();
    if (name) *name = excerpt(*name, kLongestBookmarkName);
    now.set_bookmark(asked.step, name);
    now.commit();
}

void OpenRun::on(const command::Rename& asked) {
    trained().rename(asked.name);
    trainer_->commit();
}

void OpenRun::on(command::SetThrottle asked) {
    throttle_.set_share(asked.percent / 100.0);
}

void OpenRun::on(command::GiveWay) {
    if (!trainer_->backend().shares_cpu()) throttle_.wait(std::chrono::milliseconds(30));
}

void OpenRun::on(const ViewRequest& view) {
    view_request_ = view;
    preview_.set_view(view);
    look_at_view();
}

void OpenRun::fill_status() {
    Status& status = report_.status;
    const Trainer& now = *trainer_;
    status.phase = running_                          ? Phase::training
                   : now.finished() && rivals() == 0 ? Phase::finished
                                                     : Phase::paused;
    status.config = now.config();
    status.request = now.run().request();
    status.target_psnr = now.run().goal().psnr;
    status.picture_name = now.run().picture_name();
    const Schedule& schedule = now.config().schedule;
    if (!asks_the_same(std::exchange(asked_schedule_, schedule), schedule))
        ++status.schedule_revision;
    status.total_steps = now.total_steps();
    status.steps_per_epoch = now.dataset().steps_per_epoch();
    status.epoch = now.epoch();
    status.seconds = now.seconds();
    status.rate_share = now.rate_share();
    status.seconds_per_pixel = preview_.seconds_per_pixel();
    const double step_seconds = now.step_seconds(pace_.step_seconds());
    status.steps_per_second = step_seconds > 0 ? 1 / step_seconds : 0;
    status.seconds_left = now.seconds_left(step_seconds) * double(1 + rivals());
    fill_whole();
    status.last = now.last();
    const auto& newest = now.newest_measured();
    status.psnr = newest ? newest->psnr : std::numeric_limits<float>::quiet_NaN();
    if (*status.measured != now.measured())
        status.measured = std::make_shared<const std::vector<MeasuredPsnr>>(now.measured());
    const bool moved = std::exchange(status.step, now.step()) != now.step();
    const bool newer = moved || status.metrics->size() != now.metrics().size() ||
                       status.keyframes->size() != now.keyframes().size();
    if (newer) {
        status.metrics = std::make_shared<const std::vector<Metric>>(now.metrics());
        status.keyframes = std::make_shared<const std::vector<Keyframe>>(now.keyframes());
    }
    const std::vector<Event>& events = now.run().events();
    const bool happened = status.events->size() != events.size();
    if (happened) status.events = std::make_shared<const std::vector<Event>>(events);
    if (newer || happened)
        status.bookmarks =
            std::make_shared<const std::vector<Bookmark>>(bookmarks_of(events, now.keyframes()));
    status.result<Diagnosis>() = check_up_.newest();
    compared_.report_winner(now.measured());
}

}  // namespace redraw
