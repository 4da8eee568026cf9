// `redraw export`: a picture of any size, a poster or a page.
#include "app/cli/export.h"
#include "app/cli/checks.h"
#include "app/cli/commands.h"
#include "app/cli/export_picture.h"
#include "app/cli/run_view.h"
#include "engine/features/neurons/poster.h"

#include <utility>

namespace redraw {

void add_export(CLI::App& app) {
    const auto [command, asked] =
        add_command<ExportCommand>(app, "export", "Draw a picture of any size");
    add_run(command, asked.run_path);
    asked.output.add_to(command, "-o,--output", kDrawingHelp, "1024 (longer side), 800x600 or 4x")
        ->required();
    asked.moment.add_to(command, "the moment by the step of a keyframe");
    command.add_option("--crop", asked.crop,
                       "X,Y,WIDTH,HEIGHT: draw only this part, in pixels of the drawing at --size");
    asked.size = command.get_option("--size");
    command
        .add_flag("--poster", asked.poster,
                  "a poster: all neurons, layer by layer, above the drawing; --size is its longer "
                  "side, default 4096")
        ->excludes("--crop");
    asked.page.add_to(command, asked.output);
    asked.backend.add_to(command);
}

ExportSpec ExportCommand::spec(PixelSize picture) const {
    ExportSpec spec = output.spec(picture);
    try {
        if (!crop.empty()) spec.part = parse_crop(crop, spec.size);
    } catch (const Error& error) {
        throw CLI::ValidationError(error.what());
    }
    return spec;
}

void ExportCommand::run() {
    catch_stop_signals();
    const RunView view(run_path, backend.options());
    output.require({{run_path, "the run itself"}});
    const ChosenMoment chosen = moment.of(view);
    if (page.write(*this, view, chosen)) return;
    if (poster && size->empty()) output.size = std::to_string(kPosterSide);
    ExportSpec drawing = spec(view.run.picture_size());
    drawing.encoding.two_tones = view.run.config().data.channels == ChannelMode::black_white;
    require_memory(export_bytes(&view.run, drawing), drawing_at(drawing),
                   "another format or a smaller --size");
    std::vector<float> parameters = parameters_of(view.run, chosen.at_step);
    if (poster) parameters.resize(view.run.parameter_count());  // only the run's own network
    std::optional<PictureExport> job;
    if (poster)
        job = poster_export(*view.backend, view.grid, view.run.config().network, view.channels,
                            parameters, drawing);
    if (!job) job.emplace(*view.backend, view.grid, view.channels, std::move(parameters), drawing);
    export_picture(*job, drawing, talk(false));
    if (!chosen.note.empty()) print("{}\n", chosen.note);
}

}  // namespace redraw
