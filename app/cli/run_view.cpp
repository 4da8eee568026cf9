#include "app/cli/commands.h"

#include "app/cli/checks.h"
#include "engine/data/dataset.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/drawing/run_summary.h"
#include "engine/error.h"
#include "engine/film/pace.h"
#include "engine/run/keyframes.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>
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

namespace {

constexpr const char* kKept = "kept";

// Reads a number from 0 to 1; nothing for anything else.
std::optional<double> part_of(const std::string& text) {
    double value = 0;
    if (read_all(text, value) != std::errc{} || !(value >= 0 && value <= 1)) return std::nullopt;
    return value;
}

}  // namespace

void DetailFlag::add_to(CLI::App& command) {
    const auto complaint = [](const std::string& text) -> std::string {
        if (text == kKept || part_of(text)) return "";
        return "\"" + excerpt(text) + "\" is neither a number from 0 to 1 nor \"kept\"";
    };
    command
        .add_option("--detail", asked,
                    "how far the drawing had come: 0 is the first kept step, 1 is now, between "
                    "them equal parts change it equally; kept: the moment that was kept in the "
                    "studio; of a page and a timelapse the last one")
        ->type_name("0-1|kept")
        ->check(CLI::Validator(complaint, ""));
}

std::string DetailMoment::text() const {
    const std::string now = at_step ? "; now it is " + decibels(psnr_now) : ", as it is now";
    return fmt::format(
        "That is the drawing of epoch {} ({}detail {:.2f}), {}{}.", epoch_number(epoch),
        at_step ? fmt::format("step {}, ", thousands(*at_step)) : "", detail, decibels(psnr), now);
}

DetailMoment moment_of(const DetailFlag& flag, const RunView& view) {
    const RunFile& run = view.run;
    const std::string name = display_name(run.path().filename());
    const auto& keyframes = run.keyframes();
    const auto kept = kept_keyframe(run.events(), keyframes);
    if (flag.asked == kKept && !kept)
        throw Error(name +
                    " has no kept moment: keep one in the studio, or give --detail a number "
                    "from 0 to 1.");
    if (keyframes.size() < 2)
        throw Error("--detail chooses between kept steps, and " + name + " has " +
                    (keyframes.empty() ? "none." : "only one."));
    std::vector<std::int64_t> steps;
    for (const Keyframe& keyframe : keyframes) steps.push_back(keyframe.step);
    const DetailScale scale(
        steps, visible_changes(*view.backend, view.grid, steps,
                               [&](std::int64_t at) { return run.parameters_at(at); }));
    const double asked = part_of(flag.asked).value_or(0);
    const std::size_t chosen =
        kept && flag.asked == kKept
            ? std::size_t(std::ranges::lower_bound(steps, kept->step) - steps.begin())
            : scale.keyframe_at(asked);
    const Image target = run.target();
    const auto psnr_of = [&](std::optional<std::int64_t> step) {
        return drawn_psnr(*view.backend, target, view.grid, parameters_of(run, step));
    };
    const auto steps_an_epoch = double(steps_per_epoch(run.config(), run.target_size()));
    const auto epoch = [&](std::int64_t step) { return double(step) / steps_an_epoch; };
    DetailMoment moment;
    moment.psnr_now = psnr_of({});
    if (asked >= 1) {
        const auto state = run.state();
        moment.psnr = moment.psnr_now;
        moment.epoch = epoch(state ? state->step : steps.back());
        return moment;
    }
    moment.at_step = steps[chosen];
    moment.detail = scale.detail_of(chosen);
    moment.psnr = psnr_of(steps[chosen]);
    moment.epoch = epoch(steps[chosen]);
    return moment;
}

}  // namespace redraw
