// The poster of `redraw export`.
#include "engine/features/neurons/poster.h"

#include "app/cli/checks.h"
#include "app/cli/commands.h"

namespace redraw {

void ExportCommand::add_poster(CLI::App& command) {
    poster_size = command.get_option("--size");
    command
        .add_flag("--poster", poster,
                  "a poster: all neurons, layer by layer, above the drawing; --size is its longer "
                  "side, default 4096")
        ->excludes("--crop");
}

void ExportCommand::write_poster(const RunView& view, std::optional<std::int64_t> step,
                                 const std::string& moment_note) const {
    if (!title.empty() || !text.empty() || !against.empty())
        throw CLI::ValidationError("--title, --text and --against need a page, not a poster.");
    ExportFlags sized = output;
    if (poster_size->empty()) sized.size = std::to_string(kPosterSide);
    ExportSpec drawing = sized.spec(view.run.picture_size());
    drawing.encoding.two_tones = view.run.config().data.channels == ChannelMode::black_white;
    require_memory(export_bytes(&view.run, drawing), drawing_at(drawing),
                   "another format or a smaller --size");
    std::vector<float> parameters = parameters_of(view.run, step);
    parameters.resize(view.run.parameter_count());  // only the run's own network
    PictureExport job = poster_export(*view.backend, view.grid, view.run.config().network,
                                      view.channels, parameters, drawing);
    export_picture(job, drawing, talk(false));
    if (!moment_note.empty()) print("{}\n", moment_note);
}

}  // namespace redraw
