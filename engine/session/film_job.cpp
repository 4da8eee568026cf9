// The session's export of a film of a run or a race.
#include "engine/error.h"
#include "engine/features/film/dive_film.h"
#include "engine/features/film/race_film.h"
#include "engine/features/neurons/neuron_film.h"
#include "engine/file/user_folders.h"
#include "engine/session/run_exports.h"
#include "engine/text/display_name.h"

#include <algorithm>

namespace redraw {
namespace {

// Creates a film job. `picture`: the picture as opened; null if only the training target is known.
// Throws Error.
std::unique_ptr<Job> film_export(Trainer& trainer, const std::shared_ptr<const Image>& picture,
                                 const FilmSpec& spec, const NetworkEdits& edits) {
    const auto edited = [&trainer, edits](std::vector<float> parameters) {
        apply(edits, trainer.config().network, trainer.channels(), parameters);
        return parameters;
    };
    const auto read = [&trainer, edited](std::int64_t step) {
        return edited(trainer.require_parameters(step));
    };
    const auto last = [&] { return spec.last ? read(*spec.last) : edited(trainer.parameters()); };
    if (spec.dive)
        return dive_film(trainer.backend(), trainer.dataset().grid, trainer.channels(),
                         picture ? picture : trainer.target(), last(), spec);
    if (spec.neurons > 0)
        return neuron_film(trainer.backend(), trainer.dataset().grid, trainer.target(),
                           trainer.config().network, last(), spec);
    return timelapse_film(trainer.backend(), trainer.dataset().grid, trainer.target(),
                          trainer.keyframes(),
                          edits.empty() ? trainer.measured() : std::vector<MeasuredPsnr>(),
                          trainer.dataset().steps_per_epoch(), read, spec);
}

// Creates the job of a film that shows the open run and the compared runs. The runs outlive the
// job. Throws Error.
std::unique_ptr<Job> race_export(Trainer& trainer, const ComparedRuns& compared_runs,
                                 std::optional<double> finish_line, const FilmSpec& spec,
                                 const std::vector<std::string>& names) {
    if (compared_runs.empty()) throw Error("There is no race to make a film of.");
    std::vector<FilmedRun> runs;
    runs.push_back(filmed(
        trainer.run(), [&trainer]() -> Backend& { return trainer.backend(); },
        [&trainer](std::int64_t step) { return trainer.require_parameters(step); }));
    for (const auto& other : compared_runs.runs()) {
        const auto run = other->run();
        runs.push_back(filmed(
            *run, [&shown = *other]() -> Backend& { return shown.backend(); },
            [&shown = *other, run](std::int64_t step) {
                const Trainer* rival = shown.trainer();
                return rival ? rival->require_parameters(step) : run->require_parameters(step);
            }));
        if (runs.back().picture != runs.front().picture)
            throw Error(
                "The other run was learned at another size. A film of both needs the same size.");
    }
    for (std::size_t i = 0; i < std::min(runs.size(), names.size()); ++i) runs[i].name = names[i];
    return race_film(std::move(runs), finish_line, spec);
}

}  // namespace

void RunExports::on(const command::ExportFilm& asked) {
    FilmSpec spec = asked.spec;
    if (asked.unused_name) spec.path = unused_path(spec.path);
    if (trainer_.run().mosaic()) spec.own_step = trainer_.own_step();
    begin(spec.path);
    const auto job = [&] {
        if (asked.race)
            return race_export(trainer_, compared_, report_.status.finish_line, spec, asked.names);
        return film_export(trainer_, picture_, spec, asked.edits);
    };
    Notice notice = saved_notice(spec.path);
    if (asked.origin == Origin::shared)
        notice.text = "Saved and copied " + display_name(spec.path.filename()) + ".";
    jobs_.add(
        {
            .target = spec.path,
            .origin = asked.origin,
            .notice = std::move(notice),
        },
        job());
}

}  // namespace redraw
