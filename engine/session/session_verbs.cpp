// What the session is asked to do, on its own thread.
#include "engine/error.h"
#include "engine/network/schedule.h"
#include "engine/run/outputs.h"
#include "engine/run/run_folder.h"
#include "engine/session/session_loop.h"
#include "engine/text/display_name.h"

#include <algorithm>
#include <utility>

namespace redraw {

void SessionLoop::restart(const Config& config) {
    const Trainer& old = trained();
    const std::string name = old.run().picture_name(), note = status_.picture_note;
    const std::filesystem::path compared = compared_run();
    adopt(make_run(new_run_path(name), picture_ ? picture_ : status_.target, name, config),
          bit_depth_, note);
    if (!compared.empty()) compare_with(compared);  // the picture is the same
}

void SessionLoop::set_running(bool running) {
    Trainer& now = running ? trained() : trainer();
    running_ = running && (!now.finished() || rival_goes_on());
    status_.error.clear();
    if (running_) return;
    now.commit();
    if (companion_) companion_->commit();
}

void SessionLoop::single_step() {
    running_ = false;
    if (trained().advance(1) < 0) went_back();
    trainer().commit();
}

void SessionLoop::set_schedule(const Schedule& schedule, bool final) {
    // The copy has cooled down from a rate that is no longer the run's.
    if (schedule != trained().config().schedule) drop_cool_down();
    trainer().set_schedule(schedule, final);
    if (final) trainer().commit();
}

void SessionLoop::cool_down() {
    trained().cool_down(cool_down_epochs(trainer().epoch()));
    drop_cool_down();  // what it foretold is being done
    running_ = true;
}

void SessionLoop::continue_from(std::int64_t step) {
    Trainer& old = trained();
    old.commit();
    const std::filesystem::path compared = compared_run();
    RunFile branch = old.run().branch(new_run_path(old.run().picture_name()), step);
    adopt(std::make_unique<Trainer>(std::move(branch), options_, old.shared_dataset()), picture_,
          bit_depth_, status_.picture_note, true);
    if (!compared.empty()) compare_with(compared);
    if (trainer_->finished())
        throw Error("Every epoch is done: raise the number of epochs to go on.");
}

void SessionLoop::look(const Look& look) {
    look_ = look;
    preview_.look(look);
}

void SessionLoop::set_duty(int percent) {
    duty_percent_ = std::clamp(percent, 1, 100);
    rest_until_ = {};
}

void SessionLoop::require_own_place(const std::filesystem::path& output) {
    require_output(output, {{trainer().run().path(), "the run itself"}});
}

// What there is to be enlarged: up to the picture's own size that would be the picture itself, and
// so it is what the network learned from.
std::shared_ptr<const Image> SessionLoop::known_picture(PixelSize size) const {
    const bool beyond = picture_ && size.width > picture_->width && size.height > picture_->height;
    return beyond ? picture_ : status_.target;
}

void SessionLoop::export_pictures(const std::vector<ExportSpec>& specs,
                                  std::optional<std::int64_t> at_step) {
    auto parameters = at_step ? trainer().parameters_at(*at_step) : trainer().parameters();
    if (!parameters) throw Error("Step " + std::to_string(*at_step) + " was not kept.");
    dismiss_message();
    for (const ExportSpec& spec : specs) require_own_place(spec.path);
    for (const ExportSpec& spec : specs) {
        if (spec.by_enlargement) {
            export_enlarged(spec);
            continue;
        }
        // Made when its turn comes: the file beside the target should not wait in line.
        auto job = std::make_shared<std::unique_ptr<PictureExport>>();
        start_job(
            display_name(spec.path.filename()),
            [this, job, spec, parameters = *parameters] {
                if (!*job && spec.interpolation)
                    *job = std::make_unique<PictureExport>(known_picture(spec.size),
                                                           *spec.interpolation, spec);
                if (!*job)
                    *job = std::make_unique<PictureExport>(trainer().backend(),
                                                           trainer().dataset().grid,
                                                           trainer().channels(), parameters, spec);
                return (*job)->advance();
            },
            [job] { return *job ? (*job)->progress() : 0.0; });
    }
}

void SessionLoop::export_film(const FilmSpec& spec) {
    dismiss_message();
    require_own_place(spec.path);
    const auto read = [this](std::int64_t step) {
        auto parameters = trainer().parameters_at(step);
        if (!parameters) throw Error("Step " + std::to_string(step) + " was not kept.");
        return std::move(*parameters);
    };
    auto film = std::make_shared<FilmExport>(trainer().backend(), trainer().dataset().grid,
                                             trainer().channels(), trainer().keyframes(),
                                             trainer().dataset().steps_per_epoch(), read, spec);
    start_job(
        display_name(spec.path.filename()), [film] { return film->advance(); },
        [film] { return film->progress(); });
}

void SessionLoop::save_copy(const std::filesystem::path& path) {
    dismiss_message();
    std::string missing;
    try {
        trainer().commit();
        trainer().run().copy_to(path);
    } catch (const NotSaved&) {
        // The copy then is the only whole one: it is made of what is in memory, and what the run's
        // own disk still gives.
        missing = trainer().run().rescue(path, trainer().dataset().target, picture_.get());
    }
    status_.notice = "Saved " + display_name(path.filename()) +
                     (missing.empty() ? "." : ", but for " + missing + ".");
}

void SessionLoop::cancel_job() {
    jobs_.clear();
}

void SessionLoop::dismiss_message() {
    status_.error.clear();
    status_.notice.clear();
}

}  // namespace redraw
