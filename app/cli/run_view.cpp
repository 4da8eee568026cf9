#include "app/cli/run_view.h"

#include "engine/drawing/run_summary.h"
#include "engine/error.h"
#include "engine/text/display_name.h"

#include <utility>

namespace redraw {

RunFile open_run(const std::filesystem::path& path) {
    return RunFile::open(path, RunFile::Access::read_only);
}

std::vector<float> parameters_of(const RunFile& run, std::optional<std::int64_t> at_step,
                                 std::int64_t* step) {
    if (at_step) {
        if (step) *step = *at_step;
        return run.require_parameters(*at_step);
    }
    std::optional<State> state = run.state();
    if (!state) throw Error(display_name(run.path()) + " holds no trained network.");
    if (step) *step = state->step;
    return std::move(state->parameters);
}

RunView::RunView(const std::filesystem::path& path, const BackendOptions& options)
    : run(open_run(path)) {
    const Image target = run.target();
    grid = picture_grid(target.width, target.height);
    channels = target.channels;
    backend = make_drawing_backend(options, run, channels);
}

}  // namespace redraw
