// Commands: what the session does when it is asked.
#include "engine/data/batch_by_size.h"
#include "engine/data/resolve.h"
#include "engine/error.h"
#include "engine/export/curves_csv.h"
#include "engine/image/picture.h"
#include "engine/network/presets.h"
#include "engine/network/schedule.h"
#include "engine/run/outputs.h"
#include "engine/run/run_folder.h"
#include "engine/session/session_loop.h"
#include "engine/text/display_name.h"
#include "engine/training/pixel_rate.h"

#include <algorithm>
#include <utility>

namespace redraw {

Trainer& SessionLoop::trainer() {
    if (!trainer_) throw Error("There is no picture yet: drop one on the window.");
    return *trainer_;
}

Trainer& SessionLoop::trained() {
    Trainer& now = trainer();
    if (viewed()) throw Error(status_.view_only);
    return now;
}

// --- which run is open ------------------------------------------------------------------------

void SessionLoop::on(const command::Open& asked) {
    while_opening(asked.path, [&] {
        if (is_run_file(asked.path))
            open_run(asked.path, asked.go_on);
        else if (is_tiling_file(asked.path))
            open_tiles(asked.path);
        else
            open_picture(asked);
    });
}

void SessionLoop::on(command::OpenCopy) {
    const RunFile& original = trainer().run();
    const std::filesystem::path copy = new_run_path(original.picture_name());
    while_opening(copy, [&] {
        original.copy_to(copy);
        open_run(copy);
    });
}

// A large picture takes seconds, in which nothing else is done: the window says so meanwhile.
void SessionLoop::while_opening(const std::filesystem::path& path,
                                const std::function<void()>& open) {
    if (status_.error_kind == ErrorKind::not_opened)
        status_.error.clear();  // that was another file
    status_.opening = display_name(path.filename());
    report();
    try {
        open();
    } catch (...) {
        status_.opening.clear();
        status_.opening_picture.reset();
        throw;
    }
    status_.opening.clear();
    status_.opening_picture.reset();
    report_due_ = true;
}

void SessionLoop::open_picture(const command::Open& asked) {
    constexpr PictureLimits kLimits{
        .way_out = "in a terminal `redraw tiles` cuts it into tiles, which the studio opens"};
    Picture picture;
    try {
        picture = load_picture(asked.path, kLimits, {.show = [this](Image early) {
                                   status_.opening_picture =
                                       std::make_shared<const Image>(std::move(early));
                                   report();
                               }});
    } catch (const Error& error) {
        return fail(error.what(), ErrorKind::not_opened);
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
    take_new_run(make_run(file, std::move(picture.image), picture.name, choice.config),
                 picture.bit_depth, picture.note);
    if (asked.watched) first_second_.begin();
    status_.notice = {choice.why};
    if (const std::string& note = trainer_->batch_note(); !note.empty())
        status_.notice.text += (status_.notice.text.empty() ? "" : " ") + note;
}

void SessionLoop::open_run(const std::filesystem::path& path, bool go_on) {
    std::error_code ignored;
    const bool same =
        trainer_ && std::filesystem::equivalent(path, trainer_->run().path(), ignored);
    if (same && !viewed()) return;
    if (companions_.has(path)) on(command::LeaveCompanions{});  // one writer at a time
    std::optional<RunFile> run;
    try {
        run.emplace(RunFile::open(path, RunFile::Access::prefer_write));
    } catch (const Error& error) {
        return fail(error.what(), ErrorKind::not_opened);
    }
    if (same && !run->writable() && run->is_same_run(trainer_->run())) {
        status_.view_only = why_view_only(*run);
        status_.notice = {"Still only a view: " + run->why_read_only() + "."};
        writer_.look_at_once();
        return;
    }
    std::shared_ptr<const Image> source;
    if (auto stored = run->source()) source = std::make_shared<const Image>(std::move(*stored));
    take_run(std::make_unique<Trainer>(std::move(*run), options_), std::move(source), 8, "", go_on);
    writer_.reset();
}

void SessionLoop::take_new_run(NewRun made, int bit_depth, std::string note) {
    const PixelSize size{made.picture->width, made.picture->height};
    auto next = std::make_unique<Trainer>(
        std::move(made.run), options_, std::move(made.dataset),
        [&](const Config& too_large) { return with_smaller_batch(too_large, size); });
    next->keep_source(made.picture, bit_depth);
    take_run(std::move(next), std::move(made.picture), bit_depth, std::move(note), true);
}

void SessionLoop::take_run(std::unique_ptr<Trainer> next, std::shared_ptr<const Image> picture,
                           int bit_depth, std::string note, bool running) {
    const std::string elsewhere = leave_run();
    trainer_ = std::move(next);
    picture_ = std::move(picture);
    bit_depth_ = bit_depth;
    running_ = running && !trainer_->finished();
    pace_ = {trainer_->seconds(), trainer_->step()};
    asked_schedule_ = trainer_->config().schedule;
    draw_anew();
    status_.picture_note = std::move(note);
    status_.picture = picture_;
    status_.target = trainer_->target();
    status_.run_path = trainer_->run().path();
    status_.view_only = why_view_only(trainer_->run());
    status_.backend = trainer_->backend().description();
    status_.parameter_count = trainer_->parameter_count();
    status_.error = elsewhere;
    report();
}

void SessionLoop::on(const command::Restart& asked) {
    const std::string name = trained().run().picture_name();
    const std::filesystem::path compared = companions_.compared();
    take_new_run(make_run(new_run_path(name), known_picture(), name, asked.config), bit_depth_,
                 status_.picture_note);
    if (!compared.empty()) on(command::CompareWith{compared});
}

void SessionLoop::on(command::ContinueFrom asked) {
    Trainer& old = trained();
    old.commit();
    const std::filesystem::path compared = companions_.compared();
    RunFile branch = old.run().branch(new_run_path(old.run().picture_name()), asked.step);
    take_run(std::make_unique<Trainer>(std::move(branch), options_, old.shared_dataset()), picture_,
             bit_depth_, status_.picture_note, true);
    if (!compared.empty()) on(command::CompareWith{compared});
    if (trainer_->finished())
        throw Error("Every epoch is done: raise the number of epochs to go on.");
}

void SessionLoop::on(command::KeepMoment asked) {
    Trainer& now = trained();
    if (asked.step &&
        !std::ranges::binary_search(now.keyframes(), *asked.step, {}, &Keyframe::step))
        throw now.run().not_kept(*asked.step);
    now.keep_moment(asked.step);
    now.commit();
}

// --- how it trains ----------------------------------------------------------------------------

void SessionLoop::on(command::SetRunning asked) {
    Trainer& now = asked.running ? trained() : trainer();
    running_ = asked.running && (!now.finished() || companions_.going_on() > 0);
    status_.error.clear();
    if (running_) return;
    now.commit();
    companions_.commit();
}

void SessionLoop::on(command::SingleStep) {
    running_ = false;
    if (trained().advance(1) < 0) draw_anew();
    trainer().commit();
}

void SessionLoop::on(const command::SetSchedule& asked) {
    // The copy has cooled down from a rate that is no longer the run's.
    if (!asks_the_same(asked.schedule, trained().config().schedule)) on(command::DropCoolDown{});
    trainer().set_schedule(asked.schedule, asked.final);
    trainer().keep_in_time(pace_);
    asked_schedule_ = asked.schedule;
    if (asked.final) trainer().commit();
}

void SessionLoop::on(command::CoolDown) {
    trained().cool_down(cool_down_epochs(trainer().epoch()));
    on(command::DropCoolDown{});  // what it foretold is being done
    running_ = true;
}

void SessionLoop::on(command::SetDuty asked) {
    duty_percent_ = std::clamp(asked.percent, 1, 100);
    rest_until_ = {};
}

void SessionLoop::on(const ViewRequest& view) {
    view_request_ = view;
    preview_.set_view(view);
    if (tiled_) tiled_->set_view(view.region);
}

// --- files ------------------------------------------------------------------------------------

void SessionLoop::require_own_place(const std::filesystem::path& output) {
    require_output(output, {{trainer().run().path(), "the run itself"}});
}

void SessionLoop::on(const command::ExportPictures& asked) {
    const auto parameters = edited_parameters(trainer(), asked.at_step, asked.edits);
    if (!parameters) throw trainer().run().not_kept(*asked.at_step);
    on(command::DismissMessage{});
    for (const ExportSpec& spec : asked.specs) require_own_place(spec.path);
    if (std::ranges::count(asked.specs, Method::enlarging, &ExportSpec::method) > 0)
        on(command::LearnEnlargement{});
    if (asked.for_clipboard) copied_ = asked.specs.front();
    for (const ExportSpec& spec : asked.specs) {
        jobs_.add(spec.path, [this, spec, parameters = *parameters] {
            if (spec.method == Method::enlarging)
                return enlarged_export([this] { return enlargement_; }, spec);
            const auto filter = filter_of(spec.method);
            return picture_export(filter
                                      ? interpolated_source(trainer(), picture_, spec.size, *filter)
                                      : network_source(trainer(), spec.size, parameters),
                                  spec);
        });
    }
}

void SessionLoop::tell_saved(const std::filesystem::path& file) {
    if (file != copied_.path) {
        status_.notice = saved_notice(file);
        return;
    }
    status_.copied = {file, status_.copied.count + 1};
    status_.notice = {"Copied the drawing: " + std::to_string(copied_.size.width) + " × " +
                      std::to_string(copied_.size.height) + " pixels."};
    copied_ = {};
}

void SessionLoop::on(const command::ExportFilm& asked) {
    on(command::DismissMessage{});
    require_own_place(asked.spec.path);
    const auto film = std::make_shared<std::unique_ptr<Job>>(
        asked.race ? race_export(trainer(), companions_, status_.finish_line, asked.spec)
                   : film_export(trainer(), picture_, asked.spec, asked.edits));
    jobs_.add(
        asked.spec.path, [film] { return std::move(*film); }, asked.race);
}

void SessionLoop::on(const command::ExportPage& asked) {
    on(command::DismissMessage{});
    require_own_place(asked.path);
    jobs_.add(asked.path, [this, path = asked.path] { return page_export(trainer(), path); });
}

void SessionLoop::on(const command::ExportCurves& asked) {
    on(command::DismissMessage{});
    require_own_place(asked.path);
    trainer().commit_measured();  // the run has what the table has
    write_curves_csv(asked.path, trainer().metrics(), trainer().measured(),
                     trainer().dataset().steps_per_epoch());
    status_.notice = saved_notice(asked.path);
}

void SessionLoop::on(const command::Rename& asked) {
    trained().rename(asked.name);
    trainer().commit();
}

void SessionLoop::on(const command::SaveCopy& asked) {
    on(command::DismissMessage{});
    std::string missing;
    try {
        trainer().commit();
        trainer().run().copy_to(asked.path);
    } catch (const NotSaved&) {
        // The copy then is the only whole one: it is made of what is in memory, and what the run's
        // own disk still gives.
        missing = trainer().run().rescue(asked.path, trainer().dataset().target, picture_.get());
    }
    status_.notice = saved_notice(asked.path, missing);
}

void SessionLoop::on(command::CancelJob) {
    jobs_.clear();
}

void SessionLoop::on(command::DismissMessage) {
    status_.error.clear();
    status_.notice = {};
}

// --- beside the run ---------------------------------------------------------------------------

void SessionLoop::on(command::PreviewCoolDown) {
    on(command::DropCoolDown{});
    const Trainer& now = trainer();
    cool_down_ = std::make_shared<CoolDownCopy>(now, options_, cool_down_epochs(now.epoch()));
    status_.cool_down = cool_down_->newest();
}

void SessionLoop::on(command::DropCoolDown) {
    cool_down_.reset();
    status_.cool_down.reset();
}

void SessionLoop::on(command::MeasureHeldOut) {
    on(command::DropHeldOut{});
    const Trainer& now = trainer();
    auto copy = std::make_shared<HeldOut>(now.dataset().target, now.run().request(), options_);
    // "automatic" falls back to a processor that would need minutes for what takes seconds here.
    if (copy->backend().kind_name() != now.backend().kind_name())
        throw Error("There is not enough memory for a copy of the network that learns " +
                    std::string(what_a_copy_learns(now.config().network)) + ".");
    held_out_ = std::move(copy);
    held_out_begun_ = Clock::now();
    status_.held_out =
        std::make_shared<const HeldOutMeasure>(HeldOutMeasure{.schedule = now.config().schedule});
}

void SessionLoop::on(command::DropHeldOut) {
    held_out_.reset();
    status_.held_out.reset();
}

void SessionLoop::on(command::LearnEnlargement) {
    if (enlargement_) return;
    const std::shared_ptr<const Image> picture = known_picture();
    const Config config =
        with_preset(trainer().config(), "enlarge", {picture->width, picture->height});
    enlargement_ = std::make_shared<Enlargement>(Image(*picture), config, options_);
    enlarging_begun_ = Clock::now();
    status_.enlarging = std::make_shared<const EnlargingMeasure>();
}

}  // namespace redraw
