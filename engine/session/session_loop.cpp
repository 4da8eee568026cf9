#include "engine/session/session_loop.h"

#include "engine/error.h"
#include "engine/network/schedule.h"
#include "engine/seconds.h"
#include "engine/studies/change_study.h"
#include "engine/studies/crop_study.h"
#include "engine/studies/keyframe_thumbnails.h"
#include "engine/studies/neuron_study.h"
#include "engine/studies/original_measure.h"
#include "engine/studies/pixel_study.h"
#include "engine/studies/psnr_study.h"
#include "engine/studies/then_and_now_study.h"

#include <algorithm>
#include <new>
#include <utility>

namespace redraw {
namespace {

constexpr double kReportSeconds = 0.1;
constexpr double kWhileHeld = 0.008;

// Every Study there is; a new one is added here. `picture` as it was opened; null when only the
// target is known.
std::vector<std::unique_ptr<Study>> all_studies(const std::shared_ptr<const Image>& picture,
                                                FindEnlargement find) {
    std::vector<std::unique_ptr<Study>> all;
    all.push_back(std::make_unique<KeyframeThumbnails>());
    all.push_back(std::make_unique<NeuronStudy>());
    all.push_back(std::make_unique<PixelStudy>());
    all.push_back(std::make_unique<CropStudy>(picture, std::move(find)));
    all.push_back(std::make_unique<ThenAndNowStudy>());
    all.push_back(std::make_unique<ChangeStudy>());
    all.push_back(std::make_unique<PsnrStudy>());
    all.push_back(std::make_unique<OriginalMeasure>(picture));
    return all;
}

// Under the names that an export has for them.
void take_worth(EnlargingMeasure& measure, const OwnHalfWorth& worth) {
    measure.methods = worth.methods;
    measure.methods.front().method = name_of(Method::enlarging);
    measure.interpolation = worth.interpolation;
}

}  // namespace

SessionLoop::SessionLoop(BackendOptions options, ShowFrame show, ReportStatus report)
    : options_(options), show_(std::move(show)), report_(std::move(report)), preview_(show_) {}

void SessionLoop::handle(const Command& command) {
    guarded([&] { perform(command); });
    reported_at_ = {};  // whoever asked sees at once what came of it
}

void SessionLoop::perform(const Command& command) {
    std::visit([this](const auto& asked) { on(asked); }, command);
}

void SessionLoop::guarded(const std::function<void()>& action) {
    try {
        action();
    } catch (const Diverged& error) {
        fail(error.what(), ErrorKind::diverged);
    } catch (const DeviceFailed& failure) {
        leave_device(failure);
    } catch (const NotSaved& error) {
        commit_error_ = error.what();
        fail(error.what(), ErrorKind::not_saved);
    } catch (const std::exception& error) {  // of a library, too: better said than the run's end
        fail(sentence_of(error), ErrorKind::other);
    }
    report_due_ = true;
}

void SessionLoop::fail(const std::string& error, ErrorKind error_kind) {
    status_.error = error;
    status_.error_kind = error_kind;
    reported_at_ = {};
}

double SessionLoop::work() {
    const Clock::time_point begun = Clock::now();
    tell_left_device();
    follow_writer();
    const bool held = held_back(begun);
    const bool trains = trainer_ && running_ && begun >= rest_until_ && !held;
    if (trains) {
        guarded([&] { train(); });
        tell_commit_error();
        tell_left_device();
    } else if (!running_ || (held && trainer_->config().schedule.seconds <= 0)) {
        pace_.rests();  // where a time was given, the first second is part of it
    }
    bool more = !jobs_.empty();  // to do, whether training rests or not
    if (more) {
        guarded([&] {
            if (const auto saved = jobs_.advance()) tell_saved(*saved);
        });
        tell_left_device();
    }
    if (trainer_) {
        more |= update_studies(running_ && !trainer_->finished());
        more |= advance_beside();
    }
    if (tiled_) more |= update_tiled();
    // Showing a burst warms the machine like the burst itself.
    if (trains)
        rest_until_ = Clock::now() + (Clock::now() - begun) * (100 - duty_percent_) / duty_percent_;
    const double idle = more                     ? 0
                        : !trainer_ || !running_ ? until_following()
                        : held                   ? kWhileHeld
                                                 : std::max(0.0, -seconds_since(rest_until_));
    if (report_due_ && (idle > 0 || seconds_since(reported_at_) >= kReportSeconds)) report();
    return idle;
}

bool SessionLoop::update_studies(bool training) {
    bool more = false;
    const std::string unsaved = status_.error_kind == ErrorKind::not_saved ? status_.error : "";
    guarded([&] {
        more |= preview_.update(*trainer_, training, first_second_.lasts() ? 0.5 : 0.1);
        // Another one begins each time, or the first would take the whole share.
        ++turn_;
        for (std::size_t i = 0; i < studies_.size(); ++i)
            more |= studies_[(turn_ + i) % studies_.size()]->update(
                *trainer_, view_request_, training ? &studies_share_ : nullptr);
        check_up_.update(*trainer_);
    });
    // A disk that cannot be read is met at every look. What cannot be saved is worse, and the
    // window has a way out of that.
    if (!unsaved.empty() && status_.error_kind == ErrorKind::other)
        fail(unsaved, ErrorKind::not_saved);
    for (const auto& study : studies_) report_due_ |= study->publish(status_);
    return more;
}

// Of those that race the one that has trained for the least time goes next; who is left alone goes
// on to its own end.
void SessionLoop::train() {
    const bool done = trainer_->finished();
    const bool rival = companions_.train_until(done ? kForever : trainer_->seconds());
    if (done && companions_.going_on() == 0) running_ = false;
    if (!rival && !done) train_burst();
}

void SessionLoop::train_burst() {
    const std::int64_t before = trainer_->step();
    const bool slowed = first_second_.lasts() && trainer_->config().schedule.seconds <= 0;
    if (companions_.going_on() > 0 || slowed) {  // that time is not this run's
        pace_.rests();
        pace_.trains(before);
    }
    try {
        std::int64_t steps = trainer_->burst();
        if (first_second_.lasts())
            steps = std::clamp(first_second_.steps(trainer_->step_seconds()) - before,
                               std::int64_t(1), steps);
        if (trainer_->advance(steps) < 0) draw_anew();
        pace_.trains(trainer_->step());
        trainer_->keep_in_time(pace_);
        if (trainer_->finished()) {
            running_ = companions_.going_on() > 0;
            trainer_->commit();
        }
    } catch (...) {
        running_ = false;
        if (trainer_->step() < before) draw_anew();
        throw;
    }
}

bool SessionLoop::held_back(Clock::time_point now) const {
    return trainer_ && running_ && first_second_.lasts(now) &&
           trainer_->step() >= first_second_.steps(trainer_->step_seconds(), now);
}

void SessionLoop::draw_anew() {
    studies_ = all_studies(picture_, [this] { return enlargement_; });
    preview_.reset(status_.run_serial);
    preview_.set_view(view_request_);
}

// A full disk is said once, and unsaid when a later commit went through.
void SessionLoop::tell_commit_error() {
    std::string now = trainer_->commit_error();
    if (now.empty()) now = companions_.commit_error();
    if (now == commit_error_) return;
    if (!now.empty() || status_.error == commit_error_) fail(now, ErrorKind::not_saved);
    commit_error_ = std::move(now);
}

void SessionLoop::leave_device(const DeviceFailed& failure) {
    if (!trainer_ || trainer_->backend().kind_name() == "cpu")
        return fail(failure.what(), ErrorKind::other);
    guarded([&] { trainer_->leave_device(failure); });
}

// Exports and films end with the backend they drew with, whoever found it gone.
void SessionLoop::tell_left_device() {
    if (!trainer_ || trainer_->device_note() == device_note_) return;
    device_note_ = trainer_->device_note();
    jobs_.clear();
    draw_anew();
    status_.backend = trainer_->backend().description();
    fail(device_note_, ErrorKind::other);
    report_due_ = true;
}

double SessionLoop::until_following() const {
    if (tiled_) return tiled_->seconds_until_look();
    return viewed() ? writer_.seconds_until_due() : kForever;
}

// What cannot be read now is tried again a second later; what is shown stays meanwhile.
void SessionLoop::follow_writer() {
    if (!viewed() || until_following() > 0) return;
    if (std::string why = why_view_only(trainer_->run()); why != status_.view_only) {
        status_.view_only = std::move(why);
        report_due_ = true;
    }
    if (!writer_.committed(trainer_->run())) return;
    const std::int64_t step = trainer_->step();
    const std::size_t events = trainer_->run().events().size();
    try {
        if (!trainer_->follow()) return open_run(trainer_->run().path());
    } catch (const Error&) {
        return;
    } catch (const std::bad_alloc&) {
        return;
    }
    writer_.has_read();
    const std::vector<Event>& now = trainer_->run().events();
    const auto is_back = [&](const Event& event) {
        return event.step < step && !only_marks(event.kind);
    };
    if (trainer_->step() < step ||
        std::any_of(now.begin() + std::ptrdiff_t(std::min(events, now.size())), now.end(), is_back))
        draw_anew();
    report_due_ = true;
}

// A part of what a copy of the network does. One that fails is dropped; of its device the run will
// find out by itself.
template <class Work, class Result>
bool SessionLoop::advance_copy(std::shared_ptr<Work>& work, std::shared_ptr<const Result>& told,
                               const std::function<bool()>& part) {
    if (!work || (running_ && Clock::now() < rest_until_)) return false;  // quiet mode rests
    bool done = true;
    guarded([&] {
        try {
            done = part();
        } catch (const DeviceFailed& failure) {
            told.reset();
            throw Error(failure.what());
        } catch (...) {
            told.reset();
            throw;
        }
    });
    if (done) work.reset();  // its memory; what it drew or measured stays in the status
    return !done;
}

bool SessionLoop::advance_beside() {
    bool more = advance_copy(cool_down_, status_.cool_down, [&] {
        const bool done = cool_down_->advance();
        status_.cool_down = cool_down_->newest();
        return done;
    });
    // Whoever changed it: what was measured is no longer what the run's settings would give.
    if (status_.held_out &&
        !asks_the_same(status_.held_out->schedule, trainer_->config().schedule)) {
        on(command::DropHeldOut{});
        report_due_ = true;
    }
    more |= advance_copy(held_out_, status_.held_out, [&] {
        const bool done = held_out_->advance();
        HeldOutMeasure now = *status_.held_out;
        now.progress = held_out_->progress();
        now.seconds_left = seconds_left(held_out_begun_, now.progress);
        if (done) now.methods = held_out_->result().methods;
        status_.held_out = std::make_shared<const HeldOutMeasure>(std::move(now));
        // The export sheet, where it was asked for, may be closed by now; open, it says so itself.
        if (done && !view_request_.export_view)
            status_.notice = {"Measured on held-out pixels. " + verdict(status_.held_out->methods)};
        return done;
    });
    auto learning = enlargement_ && !enlargement_->finished() ? enlargement_ : nullptr;
    more |= learning != nullptr;  // once more at the end: what waits for it can be drawn
    more |= advance_copy(learning, status_.enlarging, [&] {
        EnlargingMeasure now;
        now.finished = learning->advance();
        now.progress = learning->progress();
        now.seconds_left = seconds_left(enlarging_begun_, now.progress);
        if (now.finished) take_worth(now, learning->worth());
        status_.enlarging = std::make_shared<const EnlargingMeasure>(now);
        return now.finished;
    });
    if (!status_.enlarging) enlargement_.reset();
    if (!companions_.empty())
        guarded([&] {
            if (companions_.update(running_, view_request_.region))
                status_.companions = companions_.newest();
        });
    return more;
}

void SessionLoop::report() {
    const std::size_t rivals = companions_.going_on();
    const Phase without_run = status_.opening.empty() ? Phase::empty : Phase::opening;
    status_.phase = tiled_ && status_.opening.empty()     ? Phase::paused
                    : !trainer_                           ? without_run
                    : running_                            ? Phase::training
                    : trainer_->finished() && rivals == 0 ? Phase::finished
                                                          : Phase::paused;
    status_.duty_percent = duty_percent_;
    status_.job = jobs_.status();
    if (trainer_) {
        const Trainer& now = *trainer_;
        status_.config = now.config();
        status_.request = now.run().request();
        status_.picture_name = now.run().picture_name();
        const Schedule& schedule = now.config().schedule;
        if (!asks_the_same(std::exchange(asked_schedule_, schedule), schedule))
            ++status_.schedule_revision;
        status_.total_steps = now.total_steps();
        status_.steps_per_epoch = now.dataset().steps_per_epoch();
        status_.epoch = now.epoch();
        status_.seconds = now.seconds();
        status_.rate_share = now.rate_share();
        status_.seconds_per_pixel = preview_.seconds_per_pixel();
        const double step_seconds = pace_.step_seconds();
        status_.steps_per_second = step_seconds > 0 ? 1 / step_seconds : 0;
        status_.seconds_left =
            double(now.total_steps() - now.step()) * step_seconds * double(1 + rivals);
        status_.last = now.last();
        const auto& newest = now.newest_measured();
        status_.psnr = newest ? newest->psnr : std::numeric_limits<float>::quiet_NaN();
        if (!status_.measured || *status_.measured != now.measured())
            status_.measured = std::make_shared<const std::vector<MeasuredPsnr>>(now.measured());
        const bool moved = std::exchange(status_.step, now.step()) != now.step();
        if (moved || !status_.metrics || status_.metrics->size() != now.metrics().size()) {
            status_.metrics = std::make_shared<const std::vector<Metric>>(now.metrics());
            status_.keyframes = std::make_shared<const std::vector<Keyframe>>(now.keyframes());
        }
        if (!status_.events || status_.events->size() != now.run().events().size())
            status_.events = std::make_shared<const std::vector<Event>>(now.run().events());
        status_.diagnosis = check_up_.newest();
        tell_race();
    }
    report_due_ = false;
    reported_at_ = Clock::now();
    report_(std::make_shared<const Status>(status_));
}

void SessionLoop::close() {
    if (!trainer_) return;
    guarded([&] {
        const std::string elsewhere = trainer_->commit_or_rescue(picture_.get());
        if (!elsewhere.empty() || status_.error_kind == ErrorKind::not_saved)
            fail(elsewhere, ErrorKind::not_saved);
    });
    handle(command::LeaveCompanions{});
    report();
}

}  // namespace redraw
