#include "engine/session/session_loop.h"

#include "engine/data/automatic.h"
#include "engine/data/batch_by_size.h"
#include "engine/device/cuda_module.h"
#include "engine/error.h"
#include "engine/run/run_folder.h"
#include "engine/text/display_name.h"
#include "engine/training/burst.h"
#include "engine/training/rescue.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

namespace redraw {
namespace {

constexpr double kReportSeconds = 0.1;

}  // namespace

SessionLoop::SessionLoop(BackendOptions options, ShowFrame show, ReportStatus report)
    : options_(options), report_(std::move(report)), preview_(std::move(show)) {}

Trainer& SessionLoop::trainer() {
    if (!trainer_) throw Error("There is no picture yet: drop one on the window.");
    return *trainer_;
}

void SessionLoop::guarded(const std::function<void()>& action) {
    try {
        action();
    } catch (const Diverged& error) {
        fail(error.what(), Trouble::diverged);
    } catch (const DeviceFailed& failure) {
        leave_device(failure);
    } catch (const NotSaved& error) {
        commit_error_ = error.what();
        fail(error.what(), Trouble::not_saved);
    } catch (const Error& error) {
        fail(error.what(), Trouble::other);
    } catch (const std::bad_alloc&) {
        fail("There is not enough memory for that.", Trouble::other);
    } catch (const std::exception& error) {  // of a library: better said than the end of the run
        fail(error.what(), Trouble::other);
    }
    report_due_ = true;
}

void SessionLoop::fail(const std::string& error, Trouble trouble) {
    status_.error = error;
    status_.trouble = trouble;
}

double SessionLoop::work() {
    const Clock::time_point begun = Clock::now();
    tell_left_device();
    follow_writer();
    const bool trains = trainer_ && running_ && begun >= rest_until_;
    if (trains) {
        guarded([&] { train_rival() || train_burst(); });
        tell_commit_error();
        tell_left_device();
    }
    bool more = false;  // to do, whether training rests or not
    if (!jobs_.empty()) {
        advance_job();
        tell_left_device();
        more = true;
    }
    if (trainer_) {
        const bool training = running_ && !trainer_->finished();
        const std::string unsaved = status_.trouble == Trouble::not_saved ? status_.error : "";
        guarded([&] {
            more |= preview_.update(*trainer_, training);
            more |= thumbnails_.update(*trainer_);
            more |= studies_.update(*trainer_, look_, training);
            report_due_ |= check_up_.update(*trainer_);
        });
        // A disk that cannot be read is met at every look. What cannot be saved is worse, and the
        // window has a way out of that.
        if (!unsaved.empty() && status_.trouble == Trouble::other)
            fail(unsaved, Trouble::not_saved);
        more |= advance_beside();
        report_due_ |= studies_.publish(status_);
    }
    // Showing a burst warms the machine like the burst itself.
    if (trains)
        rest_until_ = Clock::now() + (Clock::now() - begun) * (100 - duty_percent_) / duty_percent_;
    const double rest = std::chrono::duration<double>(rest_until_ - Clock::now()).count();
    const double idle = more ? 0 : !trainer_ || !running_ ? until_following() : std::max(0.0, rest);
    const double since = std::chrono::duration<double>(Clock::now() - reported_at_).count();
    if (report_due_ && (idle > 0 || since >= kReportSeconds)) report();
    return idle;
}

bool SessionLoop::train_burst() {
    const std::int64_t before = trainer_->step();
    try {
        if (trainer_->advance(steps_of_burst(trainer_->step_seconds())) < 0) went_back();
        if (trainer_->finished()) {
            running_ = rival_goes_on();
            trainer_->commit();
        }
    } catch (...) {
        running_ = false;
        if (trainer_->step() < before) went_back();
        throw;
    }
    return true;
}

// A full disk is said once, and unsaid when a later commit went through.
void SessionLoop::tell_commit_error() {
    std::string now = trainer_->commit_error();
    if (now.empty() && companion_) now = companion_->commit_error();
    if (now == commit_error_) return;
    if (!now.empty() || status_.error == commit_error_) fail(now, Trouble::not_saved);
    commit_error_ = std::move(now);
}

void SessionLoop::leave_device(const DeviceFailed& failure) {
    if (!trainer_ || trainer_->backend().kind_name() == "cpu")
        return fail(failure.what(), Trouble::other);
    guarded([&] { trainer_->leave_device(failure); });
}

// Exports and films end with the backend they drew with, whoever found it gone.
void SessionLoop::tell_left_device() {
    if (!trainer_ || trainer_->device_note() == device_note_) return;
    device_note_ = trainer_->device_note();
    jobs_.clear();
    went_back();
    status_.backend = trainer_->backend().description();
    fail(device_note_, Trouble::other);
    report_due_ = true;
}

void SessionLoop::went_back() {
    thumbnails_.reset();
    studies_.reset(status_.run_serial, picture_);
    preview_.reset(status_.run_serial);
    preview_.look(look_);
}

void SessionLoop::start_job(std::string what, std::function<bool()> advance,
                            std::function<double()> progress) {
    jobs_.push_back({std::move(what), std::move(advance), std::move(progress), Clock::now()});
}

void SessionLoop::advance_job() {
    Job& job = jobs_.front();
    bool done = true;
    guarded([&] {
        done = job.advance();
        if (done) status_.notice = "Saved " + job.what + ".";
    });
    if (!done) return;
    jobs_.pop_front();
    if (!jobs_.empty()) jobs_.front().started = Clock::now();
}

void SessionLoop::report() {
    const bool rival = rival_goes_on();
    const Phase without_run = status_.opening.empty() ? Phase::empty : Phase::opening;
    status_.phase = !trainer_                        ? without_run
                    : running_                       ? Phase::training
                    : trainer_->finished() && !rival ? Phase::finished
                                                     : Phase::paused;
    status_.duty_percent = duty_percent_;
    status_.job.reset();
    if (!jobs_.empty()) {
        const Job& job = jobs_.front();
        const double progress = job.progress();
        const double spent = std::chrono::duration<double>(Clock::now() - job.started).count();
        status_.job = {job.what, progress, progress > 0 ? spent * (1 - progress) / progress : 0};
    }
    if (trainer_) {
        const Trainer& now = *trainer_;
        status_.config = now.config();
        status_.request = now.run().request();
        status_.step = now.step();
        status_.total_steps = now.total_steps();
        status_.steps_per_epoch = now.dataset().steps_per_epoch();
        status_.epoch = now.epoch();
        status_.seconds = now.seconds();
        const double step_seconds = now.step_seconds() * 100 / duty_percent_;
        status_.steps_per_second = step_seconds > 0 ? 1 / step_seconds : 0;
        status_.seconds_left =
            double(now.total_steps() - now.step()) * step_seconds * (rival ? 2 : 1);
        status_.last = now.last();
        if (!status_.metrics || status_.step != reported_step_ ||
            status_.metrics->size() != now.metrics().size()) {
            status_.metrics = std::make_shared<const std::vector<Metric>>(now.metrics());
            status_.keyframes = std::make_shared<const std::vector<Keyframe>>(now.keyframes());
            reported_step_ = status_.step;
        }
        if (!status_.events || status_.events->size() != now.run().events().size())
            status_.events = std::make_shared<const std::vector<Event>>(now.run().events());
        status_.thumbnails = thumbnails_.all();
        status_.diagnosis = check_up_.newest();
    }
    report_due_ = false;
    reported_at_ = Clock::now();
    report_(std::make_shared<const Status>(status_));
}

void SessionLoop::close() {
    if (!trainer_) return;
    guarded([&] {
        const std::string elsewhere = commit_or_rescue(*trainer_, picture_.get());
        if (!elsewhere.empty() || status_.trouble == Trouble::not_saved)
            fail(elsewhere, Trouble::not_saved);
    });
    guarded([&] { leave_companion(); });
    report();
}

void SessionLoop::adopt(NewRun made, int bit_depth, std::string note, bool batch_left_open) {
    const PixelSize size{made.picture->width, made.picture->height};
    auto next = std::make_unique<Trainer>(
        std::move(made.run), options_, std::move(made.dataset), [&](const Config& too_large) {
            return batch_left_open ? with_smaller_batch(too_large, size) : std::nullopt;
        });
    if (made.source_apart) next->keep_source(made.picture, bit_depth);
    adopt(std::move(next), std::move(made.picture), bit_depth, std::move(note), true);
}

void SessionLoop::adopt(std::unique_ptr<Trainer> next, std::shared_ptr<const Image> picture,
                        int bit_depth, std::string note, bool running) {
    const std::string elsewhere = trainer_ ? commit_or_rescue(*trainer_, picture_.get()) : "";
    leave_companion();
    jobs_.clear();  // they draw with the backend of the run that goes away
    trainer_ = std::move(next);
    picture_ = std::move(picture);
    bit_depth_ = bit_depth;
    running_ = running && !trainer_->finished();
    rest_until_ = {};
    const std::uint64_t serial = status_.run_serial + 1;
    thumbnails_.reset();
    studies_.reset(serial, picture_);
    check_up_.reset();
    device_note_.clear();
    look_ = {};
    cool_down_.reset();
    held_out_.reset();
    enlargement_.reset();

    status_ = {};
    status_.run_serial = serial;
    status_.picture_name = trainer_->run().picture_name();
    status_.picture_note = std::move(note);
    status_.picture = picture_;
    const auto dataset = trainer_->shared_dataset();
    status_.target = std::shared_ptr<const Image>(dataset, &dataset->target);
    status_.run_path = trainer_->run().path();
    status_.view_only = why_view_only(trainer_->run());
    status_.backend = trainer_->backend().description();
    status_.parameter_count = trainer_->parameter_count();
    status_.error = elsewhere;
    preview_.reset(serial);
    report();
}

void SessionLoop::open(const std::filesystem::path& path, const Config& config,
                       const std::filesystem::path& run_path) {
    while_opening(path, [&] {
        if (is_run_file(path))
            open_run(path);
        else
            open_picture(path, config, run_path);
    });
}

// A large picture takes seconds, in which nothing else is done: the window says so meanwhile.
void SessionLoop::while_opening(const std::filesystem::path& path,
                                const std::function<void()>& open) {
    if (status_.trouble == Trouble::not_opened) status_.error.clear();  // that was another file
    status_.opening = display_name(path.filename());
    report();
    try {
        open();
    } catch (...) {
        status_.opening.clear();
        throw;
    }
    status_.opening.clear();
    report_due_ = true;
}

void SessionLoop::open_picture(const std::filesystem::path& path, const Config& config,
                               const std::filesystem::path& run_path) {
    Picture picture;
    try {
        picture = load_picture(path);
    } catch (const Error& error) {
        return fail(error.what(), Trouble::not_opened);
    }
    const std::filesystem::path file = run_path.empty() ? new_run_path(picture.name) : run_path;
    AutomaticChoice choice{config, ""};
    if (config.preset == kAutomaticPreset) {
        const bool on_cuda = options_.kind != BackendKind::cpu && why_no_cuda().empty();
        choice = choose_automatically(config, picture.image, on_cuda);
    }
    adopt(make_run(file, std::move(picture.image), picture.name, choice.config), picture.bit_depth,
          picture.note, config.preset == kAutomaticPreset);
    status_.notice = choice.why;
    if (const std::string& note = trainer_->batch_note(); !note.empty())
        status_.notice += (status_.notice.empty() ? "" : " ") + note;
}

}  // namespace redraw
