#include "app/cli/run_view.h"

#include "engine/drawing/run_summary.h"
#include "engine/error.h"
#include "engine/text/display_name.h"

#include <fmt/format.h>

#include <algorithm>

namespace redraw {
namespace {

// "the nearest kept are 630 and 640"
std::string kept_around(const std::vector<Keyframe>& keyframes, std::int64_t step) {
    if (keyframes.empty()) return "none is kept";
    const auto after = std::find_if(keyframes.begin(), keyframes.end(),
                                    [&](const Keyframe& keyframe) { return keyframe.step > step; });
    if (after == keyframes.end())
        return fmt::format("the last one kept is {}", keyframes.back().step);
    if (after == keyframes.begin()) return fmt::format("the first one kept is {}", after->step);
    return fmt::format("the nearest kept are {} and {}", std::prev(after)->step, after->step);
}

}  // namespace

RunFile open_run(const std::filesystem::path& path) {
    return RunFile::open(path, RunFile::Access::read_only);
}

std::vector<float> parameters_of(const RunFile& run, std::optional<std::int64_t> at_step,
                                 std::int64_t* step) {
    if (at_step)
        if (auto kept = run.parameters_at(*at_step)) {
            if (step) *step = *at_step;
            return std::move(*kept);
        }
    const std::optional<State> state = run.state();
    if (!state) throw Error(display_name(run.path()) + " holds no trained network.");
    if (at_step && *at_step != state->step)
        throw Error(fmt::format("Step {} was not kept in {}: {}.", *at_step,
                                display_name(run.path()), kept_around(run.keyframes(), *at_step)));
    if (step) *step = state->step;
    return state->parameters;
}

RunView::RunView(const std::filesystem::path& path, const BackendOptions& options)
    : run(open_run(path)) {
    const Image target = run.target();
    grid = picture_grid(target.width, target.height);
    channels = target.channels;
    backend = make_drawing_backend(options, run, channels);
}

}  // namespace redraw
