// A run and its network for commands that draw it, and the flags that choose its moment.
#include "app/cli/run_view.h"
#include "app/cli/checks.h"
#include "engine/data/dataset.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/drawing/mosaic_backend.h"
#include "engine/drawing/pace.h"
#include "engine/drawing/run_summary.h"
#include "engine/run/keyframes.h"

#include <utility>

namespace redraw {
namespace {

constexpr const char* kKept = "kept";

// Parses a number from 0 to 1; absent for any other text.
std::optional<double> part_of(const std::string& text) {
    double value = 0;
    if (read_all(text, value) != std::errc{} || !(value >= 0 && value <= 1)) return std::nullopt;
    return value;
}

// Returns the step of the chosen bookmark; absent if none was asked for. Throws Error.
std::optional<std::int64_t> bookmarked(const RunFile& run, const MomentFlags& flags) {
    const std::string& wanted = flags.bookmark;
    if (wanted.empty() && flags.detail != kKept) return std::nullopt;
    std::vector<std::int64_t> found;
    for (const Bookmark& mark : bookmarks_of(run.events(), run.moments()))
        if (wanted.empty() || bookmark_label(run, mark) == wanted) found.push_back(mark.step);
    if (found.size() == 1 || (wanted.empty() && !found.empty())) return found.back();
    const std::string name = display_name(run.path().filename());
    if (wanted.empty())
        throw Error(name + " has no bookmark. Set one in the studio, or give --detail a number.");
    throw Error(
        fmt::format("{} has {} \"{}\". redraw info lists the bookmarks; --at chooses a step.", name,
                    found.empty() ? "no bookmark" : "several bookmarks", excerpt(wanted)));
}

}  // namespace

RunFile open_run(const std::filesystem::path& path) {
    return RunFile::open(path, RunFile::Access::read_only);
}

std::vector<float> parameters_of(const RunFile& run, std::optional<std::int64_t> at_step,
                                 std::int64_t* step) {
    if (at_step) {
        if (step) *step = *at_step;
        return run.require_parameters(*at_step);
    }
    if (const auto tiles = run.mosaic_steps(); !tiles.empty())
        return parameters_of(run, tiles.back(), step);
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
    backend = with_mosaic(make_drawing_backend(options, run, channels), run, options);
}

void require_same_picture(const Image& target, const RunView& rival, const RunView& view) {
    if (rival.run.target() == target) return;
    throw Error(display_name(rival.run.path().filename()) + " has learned other pixels than " +
                display_name(view.run.path().filename()) +
                ": a race needs runs of the same picture at the same size.");
}

void MomentFlags::add_to(CLI::App& command, const char* at_help) {
    command.add_option("--at", at_step, at_help)->check(whole_number<std::int64_t>());
    const auto complaint = [](const std::string& text) -> std::string {
        if (text == kKept || part_of(text)) return "";
        return "\"" + excerpt(text) + "\" is neither a number from 0 to 1 nor \"kept\"";
    };
    command
        .add_option("--detail", detail,
                    "the moment by how far the drawing had come: 0 is the first keyframe, 1 is "
                    "now; equal steps are equal visible changes. kept: the newest bookmark")
        ->type_name("0-1|kept")
        ->excludes("--at")
        ->check(CLI::Validator(complaint, ""));
    command
        .add_option("--bookmark", bookmark,
                    "the moment of the bookmark with this name, or of an epoch (\"epoch 12\"), as "
                    "redraw info lists them")
        ->excludes("--at")
        ->excludes("--detail");
}

std::string bookmark_label(const RunFile& run, const Bookmark& bookmark) {
    if (!bookmark.name.empty()) return bookmark.name;
    return epoch_name(double(bookmark.step) /
                      double(steps_per_epoch(run.config(), run.target_size())));
}

ChosenMoment MomentFlags::of(const RunView& view) const {
    if (detail.empty() && bookmark.empty()) return {at_step};
    const RunFile& run = view.run;
    const std::string name = display_name(run.path().filename());
    const std::vector<Keyframe> keyframes = run.moments();
    const auto kept = bookmarked(run, *this);
    if (keyframes.size() < 2)
        throw Error("--detail chooses between keyframes, and " + name + " has " +
                    (keyframes.empty() ? "none." : "only one."));
    std::vector<std::int64_t> steps;
    for (const Keyframe& keyframe : keyframes) steps.push_back(keyframe.step);
    const DetailScale scale(
        steps, visible_changes(*view.backend, view.grid, steps,
                               [&](std::int64_t at) { return run.parameters_at(at); }));
    const double asked = part_of(detail).value_or(0);
    const std::size_t chosen =
        kept ? std::size_t(std::ranges::lower_bound(steps, *kept) - steps.begin())
             : scale.keyframe_at(asked);
    const Image target = run.target();
    const auto text = [&](std::int64_t step, std::optional<std::int64_t> at) {
        const auto psnr_of = [&](std::optional<std::int64_t> of) {
            return decibels(drawn_psnr(*view.backend, target, view.grid, parameters_of(run, of)));
        };
        const double epoch =
            double(step) / double(steps_per_epoch(run.config(), run.target_size()));
        return fmt::format("That is the drawing of epoch {} ({}detail {:.2f}), {}{}.",
                           epoch_number(epoch), at ? fmt::format("step {}, ", thousands(*at)) : "",
                           at ? scale.detail_of(chosen) : 1.0, psnr_of(at),
                           at ? "; now it is " + psnr_of({}) : ", as it is now");
    };
    if (asked < 1) return {steps[chosen], text(steps[chosen], steps[chosen])};
    const auto state = run.state();
    return {{}, text(state ? state->step : steps.back(), {})};
}

}  // namespace redraw
