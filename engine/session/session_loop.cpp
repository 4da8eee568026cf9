#include "engine/session/session_loop.h"

#include "engine/data/batch_by_size.h"
#include "engine/data/resolve.h"
#include "engine/error.h"
#include "engine/image/picture.h"
#include "engine/network/presets.h"
#include "engine/overloaded.h"
#include "engine/run/run_list.h"
#include "engine/seconds.h"
#include "engine/text/display_name.h"
#include "engine/training/training_speed.h"

#include <algorithm>
#include <concepts>
#include <new>
#include <utility>

namespace redraw {
namespace {

constexpr double kReportSeconds = 0.1;

template <class Asked, class... Of>
concept AnyOf = (std::same_as<Asked, Of> || ...);

template <class... Asked>
bool is_any(const Command& command) {
    return (std::holds_alternative<Asked>(command) || ...);
}

// True for commands that may close the open run or runs compared with it, which exports render.
bool closes_runs(const Command& command) {
    return is_any<command::CompareWith, command::LeaveComparison, command::Race, command::Teach,
                  command::Open, command::OpenCopy, command::Restart, command::ContinueFrom>(
        command);
}

}  // namespace

SessionLoop::SessionLoop(BackendOptions options, ShowFrame show, SendStatus send)
    : options_(options), show_(std::move(show)), send_(std::move(send)) {}

void SessionLoop::handle(const Command& command) {
    report_.at_once = true;  // the user sees the result of a command without delay
    if (closes_runs(command) && jobs() && !jobs()->empty()) {
        waiting_ = command;
        return;
    }
    report_.guarded([&] {
        try {
            perform(command);
        } catch (const DeviceFailed& failure) {
            if (!run_) throw;
            run_->leave_device(failure);
        } catch (const Error& error) {
            if (!closes_runs(command) || error.kind() != Error::Kind::not_writable) throw;
            failed_ = command;
            throw Error(Error::Kind::not_created, error.what());
        }
    });
}

void SessionLoop::on(command::TryAgain) {
    const bool created = report_.status.error_kind != Error::Kind::not_created;
    report_.status.error.clear();
    if (!created && failed_)
        handle(*std::exchange(failed_, {}));
    else
        run().save_again();
}

// Carries out a command by its owner. Commands that end background work or a comparison, and
// GiveWay, do nothing without an open run; the others then throw Error.
void SessionLoop::perform(const Command& command) {
    std::visit(
        Overloaded{
            [this](const AnyOf<command::Open, command::OpenCopy, command::Restart,
                               command::ContinueFrom, command::Race, command::Teach, ViewRequest,
                               command::SetThrottle, command::TryAgain, command::CancelJob,
                               command::DismissMessage> auto& asked) { on(asked); },
            [this](const AnyOf<command::CompareWith, command::SetRunning, command::SetSchedule,
                               command::SetTarget, command::CoolDown, command::LearnWhole,
                               command::SetBookmark, command::Rename> auto& asked) {
                run().on(asked);
            },
            [this](const AnyOf<command::LeaveComparison, command::GiveWay> auto& asked) {
                if (run_) run_->on(asked);
            },
            [this](const AnyOf<command::LearnEnlargement, command::ExportPictures,
                               command::ExportFilm, command::ExportPage, command::ExportCurves,
                               command::SaveCopy> auto& asked) { run().exports().on(asked); },
        },
        command);
}

double SessionLoop::work() {
    follow_writer();
    if (waiting_ && (!jobs() || jobs()->empty())) handle(*std::exchange(waiting_, {}));
    const double idle = run_ ? run_->work() : kForever;
    const bool waited = report_.at_once || seconds_since(reported_at_) >= kReportSeconds;
    if (report_.due && (idle > 0 || waited)) report();
    return idle;
}

void SessionLoop::follow_writer() {
    try {
        if (run_ && !run_->follow_writer() && jobs()->empty())
            open_run(std::filesystem::path(run_->trainer().run().path()));
    } catch (const Error&) {  // reading the viewed run's file is tried again a second later
    } catch (const std::bad_alloc&) {
    }
}

void SessionLoop::report() {
    Status& status = report_.status;
    status.training_percent = throttle_.percent;
    status.job = jobs() ? jobs()->status() : std::nullopt;
    if (status.job) status.job->holds_up = waiting_.has_value();
    if (run_)
        run_->fill_status();
    else if (!status.opening.empty())
        status.phase = Phase::opening;
    else
        status.phase = Phase::empty;
    report_.due = report_.at_once = false;
    reported_at_ = std::chrono::steady_clock::now();
    send_(std::make_shared<const Status>(status));
}

void SessionLoop::close() {
    if (!run_) return;
    report_.guarded([&] {
        const std::string elsewhere = run_->save();
        if (!elsewhere.empty() || report_.status.error_kind == Error::Kind::not_saved)
            report_.fail(elsewhere, Error::Kind::not_saved);
    });
    report_.guarded([&] { run_->on(command::LeaveComparison{}); });
    report();
}

OpenRun& SessionLoop::run() {
    if (!run_) throw Error("There is no picture yet. Drop one on the window.");
    return *run_;
}

std::string SessionLoop::leave() {
    std::string elsewhere;
    if (run_) {
        elsewhere = run_->save();
        run_->leave_compared(elsewhere);
    }
    run_.reset();
    Report next;
    next.status.run_serial = report_.status.run_serial + 1;
    next.status.copied = report_.status.copied;
    next.status.notice.id = report_.status.notice.id;  // ids never repeat
    next.last_job = report_.last_job;
    report_ = std::move(next);
    return elsewhere;
}

void SessionLoop::on(const command::Open& asked) {
    while_opening(asked.path, [&] {
        if (is_run_file(asked.path))
            open_run(asked.path, asked.go_on);
        else
            open_picture(asked);
    });
}

void SessionLoop::on(command::OpenCopy) {
    const RunFile& original = run().trainer().run();
    const std::filesystem::path copy = new_run_path(original.picture_name());
    while_opening(copy, [&] {
        original.copy_to(copy);
        open_run(copy);
    });
}

// Publishes Status::opening while a file is opened: a large picture takes seconds and blocks the
// session thread.
void SessionLoop::while_opening(const std::filesystem::path& path,
                                const std::function<void()>& open) {
    const auto clear = [this] {
        report_.status.opening.clear();
        report_.status.opening_picture.reset();
    };
    if (report_.status.error_kind == Error::Kind::not_opened)
        report_.status.error.clear();  // the error was about another file
    report_.status.opening = display_name(path.filename());
    report();
    try {
        open();
    } catch (...) {
        clear();
        throw;
    }
    clear();
    report_.due = true;
}

void SessionLoop::open_picture(const command::Open& asked) {
    constexpr PictureLimits kLimits{
        .way_out = "in a terminal `redraw tiles` makes a run of it, which the studio opens"};
    Picture picture;
    try {
        picture = load_picture(asked.path, kLimits, {.show = [this](Image early) {
                                   report_.status.opening_picture =
                                       std::make_shared<const Image>(std::move(early));
                                   report();
                               }});
    } catch (const Error& error) {
        return report_.fail(error.what(), Error::Kind::not_opened);
    }
    const std::filesystem::path file =
        asked.run_path.empty() ? new_run_path(picture.name) : asked.run_path;
    const bool automatic = asked.config.preset == kAutomaticPreset;
    AutomaticChoice choice{asked.config, ""};
    if (automatic) {
        ChooseBy by;
        if (asked.config.schedule.seconds > 0)
            by.pixels_per_second =
                pixels_per_second(preset_config(kChosenPreset), picture.image.channels, options_);
        choice = choose_automatically(asked.config, picture.image, by);
    }
    NewRun made = make_run(file, std::move(picture.image), picture.name, choice.config);
    OpenedPicture opened{made.picture, picture.bit_depth, picture.note};
    if (!picture.metadata.empty())
        opened.metadata = std::make_shared<const Metadata>(std::move(picture.metadata));
    take(std::move(made), std::move(opened));
    if (asked.watched) run_->begin_first_second();
    std::string notice = choice.why;
    if (const std::string& note = run_->trainer().batch_note(); !note.empty())
        notice += (notice.empty() ? "" : " ") + note;
    give_notice(report_.status, {notice});
}

void SessionLoop::open_run(const std::filesystem::path& path, bool go_on) {
    const bool same = run_ && run_->is(path);
    if (same && !run_->viewed()) return;
    // Closes the compared run first, so that its file can be opened for training.
    if (run_ && run_->compared().has(path)) run_->on(command::LeaveComparison{});
    std::optional<RunFile> run;
    try {
        run.emplace(RunFile::open(path, RunFile::Access::prefer_write));
    } catch (const Error& error) {
        return report_.fail(error.what(), Error::Kind::not_opened);
    }
    if (same && !run->writable() && run->is_same_run(run_->trainer().run()))
        return run_->stays_viewed(*run);
    OpenedPicture picture;
    if (auto stored = run->source())
        picture.image = std::make_shared<const Image>(std::move(*stored));
    take(std::make_unique<Trainer>(std::move(*run), options_), std::move(picture), go_on);
}

void SessionLoop::take(NewRun made, OpenedPicture picture) {
    const PixelSize size{made.picture->width, made.picture->height};
    auto next = std::make_unique<Trainer>(
        std::move(made.run), options_, made.dataset,
        [&](const Config& too_large) { return with_smaller_batch(too_large, size); });
    next->keep_source(made.picture, picture.bit_depth);
    picture.image = std::move(made.picture);
    take(std::move(next), std::move(picture), true);
}

void SessionLoop::take(std::unique_ptr<Trainer> next, OpenedPicture picture, bool running) {
    report_.status.error = leave();
    run_ = std::make_unique<OpenRun>(std::move(next), std::move(picture), running, options_, show_,
                                     report_);
    run_->on(throttle_);
    ViewRequest view = view_;  // without requests for steps of the previous run
    view.at_step.reset();
    view.export_step.reset();
    view.moments.clear();
    run_->on(view);
    report();
}

void SessionLoop::on(const command::Restart& asked) {
    const std::string name = run().trained().run().picture_name();
    const std::filesystem::path compared = run_->compared().compared();
    take(make_run(new_run_path(name), run_->known_picture(), name, asked.config), run_->picture());
    if (!compared.empty()) run_->on(command::CompareWith{compared});
}

void SessionLoop::on(command::ContinueFrom asked) {
    Trainer& old = run().trained();
    old.commit();
    const std::filesystem::path compared = run_->compared().compared();
    RunFile branch = old.run().branch(new_run_path(old.run().picture_name()), asked.step);
    take(std::make_unique<Trainer>(std::move(branch), options_, old.shared_dataset()),
         run_->picture(), true);
    if (!compared.empty()) run_->on(command::CompareWith{compared});
    if (run_->trainer().finished())
        throw Error("Every epoch is done. Raise Time or Epochs to continue.");
}

void SessionLoop::on(const ViewRequest& view) {
    view_ = view;
    if (run_) run_->on(view);
}

void SessionLoop::on(command::SetThrottle asked) {
    throttle_.percent = std::clamp(asked.percent, 1, 100);
    if (run_) run_->on(throttle_);
}

}  // namespace redraw
