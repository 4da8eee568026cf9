#include "engine/training/session_loop.h"

#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/run/run_folder.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

namespace redraw {
namespace {

constexpr double kBurstSeconds = 0.030;
constexpr std::int64_t kLongestBurst = 4096;
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
    } catch (const Error& error) {
        status_.error = error.what();
    } catch (const std::bad_alloc&) {
        status_.error = "There is not enough memory for that.";
    }
    report_due_ = true;
}

double SessionLoop::work() {
    const Clock::time_point begun = Clock::now();
    const bool trains = trainer_ && running_ && begun >= rest_until_;
    if (trains) guarded([&] { train_burst(); });
    bool more = false;  // to do, whether training rests or not
    if (!jobs_.empty()) {
        advance_job();
        more = true;
    }
    if (trainer_) {
        guarded([&] {
            more |= preview_.update(*trainer_, running_);
            more |= thumbnails_.update(*trainer_);
            more |= studies_.update(*trainer_, look_, running_);
        });
        more |= advance_beside();
        report_due_ |= studies_.publish(status_);
    }
    // Showing a burst warms the machine like the burst itself.
    if (trains)
        rest_until_ = Clock::now() + (Clock::now() - begun) * (100 - duty_percent_) / duty_percent_;
    const double rest = std::chrono::duration<double>(rest_until_ - Clock::now()).count();
    const double idle = more ? 0 : !trainer_ || !running_ ? kForever : std::max(0.0, rest);
    const double since = std::chrono::duration<double>(Clock::now() - reported_at_).count();
    if (report_due_ && (idle > 0 || since >= kReportSeconds)) report();
    return idle;
}

void SessionLoop::train_burst() {
    const double step_seconds = trainer_->step_seconds();
    const std::int64_t burst =
        step_seconds <= 0 ? 1
                          : std::clamp<std::int64_t>(std::int64_t(kBurstSeconds / step_seconds), 1,
                                                     kLongestBurst);
    try {
        trainer_->advance(burst);
        if (trainer_->finished()) {
            running_ = false;
            trainer_->commit();
        }
    } catch (...) {
        running_ = false;
        throw;
    }
    // A full disk is said once, and unsaid when a later commit went through.
    if (trainer_->commit_error() != commit_error_) {
        if (status_.error.empty() || status_.error == commit_error_)
            status_.error = trainer_->commit_error();
        commit_error_ = trainer_->commit_error();
    }
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
    status_.phase = !trainer_              ? Phase::empty
                    : running_             ? Phase::training
                    : trainer_->finished() ? Phase::finished
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
        status_.step = now.step();
        status_.total_steps = now.total_steps();
        status_.steps_per_epoch = now.dataset().steps_per_epoch();
        status_.epoch = now.epoch();
        status_.seconds = now.seconds();
        const double step_seconds = now.step_seconds() * 100 / duty_percent_;
        status_.steps_per_second = step_seconds > 0 ? 1 / step_seconds : 0;
        status_.seconds_left = double(now.total_steps() - now.step()) * step_seconds;
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
    }
    report_due_ = false;
    reported_at_ = Clock::now();
    report_(std::make_shared<const Status>(status_));
}

void SessionLoop::close() {
    if (!trainer_) return;
    guarded([&] { trainer_->commit(); });
}

void SessionLoop::adopt(NewRun made, int bit_depth, std::string note) {
    auto next = std::make_unique<Trainer>(std::move(made.run), options_, std::move(made.dataset));
    if (made.source_apart) next->keep_source(made.picture, bit_depth);
    adopt(std::move(next), std::move(made.picture), bit_depth, std::move(note), true);
}

void SessionLoop::adopt(std::unique_ptr<Trainer> next, std::shared_ptr<const Image> picture,
                        int bit_depth, std::string note, bool running) {
    if (trainer_) trainer_->commit();
    jobs_.clear();  // they draw with the backend of the run that goes away
    trainer_ = std::move(next);
    picture_ = std::move(picture);
    bit_depth_ = bit_depth;
    running_ = running && !trainer_->finished();
    rest_until_ = {};
    const std::uint64_t serial = status_.run_serial + 1;
    thumbnails_.reset();
    studies_.reset(serial);
    look_ = {};
    cool_down_.reset();
    companion_.reset();

    status_ = {};
    status_.run_serial = serial;
    status_.picture_name = trainer_->run().picture_name();
    status_.picture_note = std::move(note);
    status_.picture = picture_;
    const auto dataset = trainer_->shared_dataset();
    status_.target = std::shared_ptr<const Image>(dataset, &dataset->target);
    status_.run_path = trainer_->run().path();
    status_.backend = trainer_->backend().description();
    status_.parameter_count = trainer_->parameter_count();
    preview_.reset(serial);
    report();
}

void SessionLoop::open(const std::filesystem::path& path, const Config& config,
                       const std::filesystem::path& run_path) {
    if (is_run_file(path)) {
        std::error_code ignored;
        if (trainer_ && std::filesystem::equivalent(path, trainer_->run().path(), ignored)) return;
        RunFile run = RunFile::open(path);
        std::shared_ptr<const Image> source;
        if (auto stored = run.source()) source = std::make_shared<const Image>(std::move(*stored));
        adopt(std::make_unique<Trainer>(std::move(run), options_), std::move(source), 8, "", false);
        return;
    }
    Picture picture = load_picture(path);
    const std::filesystem::path file = run_path.empty() ? new_run_path(picture.name) : run_path;
    adopt(make_run(file, std::move(picture.image), picture.name, config), picture.bit_depth,
          picture.note);
}

}  // namespace redraw
