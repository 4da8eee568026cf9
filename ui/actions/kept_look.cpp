#include "ui/actions/kept_look.h"

#include "engine/film/pace.h"
#include "engine/run/keyframes.h"
#include "ui/actions/keymap.h"
#include "ui/actions/timelapse_moves.h"

#include <cstdlib>

namespace redraw::ui {
namespace {

constexpr double kTurn = 0.05;  // of the dial, by an arrow key

std::span<const Keyframe> keyframes_in(const Status& status) {
    return status.keyframes ? std::span(*status.keyframes) : std::span<const Keyframe>();
}

// The keyframes whose change is known, from the first on, and their scale.
struct Dial {
    std::vector<std::int64_t> steps;
    DetailScale scale;
};

Dial dial_of(const Ui& ui) {
    const auto keyframes = keyframes_in(ui.status);
    const std::size_t known = std::min(keyframes.size(), measured_changes(ui));
    std::vector<std::int64_t> steps;
    for (const Keyframe& keyframe : keyframes.first(known)) steps.push_back(keyframe.step);
    const auto changes =
        known > 0 ? std::span(*ui.status.keyframe_changes).first(known) : std::span<const float>();
    DetailScale scale(steps, changes);
    return {std::move(steps), std::move(scale)};
}

}  // namespace

std::optional<std::int64_t> kept_step(const Ui& ui) {
    if (!ui.status.events) return std::nullopt;
    const auto kept = kept_keyframe(*ui.status.events, keyframes_in(ui.status));
    return kept ? std::optional(kept->step) : std::nullopt;
}

void keep(Ui& ui, std::optional<std::int64_t> step) {
    const auto before = kept_step(ui);
    if (step == before) return;
    change_kept(ui.state.settings, {before, step}, ui.requests);
    if (!before || !step) return;
    const auto epoch = [&](std::int64_t of) {
        return epoch_number(double(of) / double(ui.status.steps_per_epoch));
    };
    ui.state.notices.message =
        with_keys(ui,
                  "Bookmarked epoch " + epoch(*step) + " instead of epoch " + epoch(*before) +
                      ": a run has one bookmark. {} brings the other back.",
                  Action::undo);
}

void keep_or_let_go(Ui& ui) {
    const auto& shown = ui.state.timelapse.at_step;
    if (shown) keep(ui, shown == kept_step(ui) ? std::nullopt : shown);
}

double dial_known(const Ui& ui) {
    const auto keyframes = keyframes_in(ui.status).size();
    return keyframes < 2 ? 0 : double(measured_changes(ui)) / double(keyframes);
}

std::optional<std::int64_t> step_of_detail(const Ui& ui, double detail) {
    const Dial dial = dial_of(ui);
    if (detail >= 1 || dial.steps.empty()) return std::nullopt;
    return dial.steps[dial.scale.keyframe_at(std::max(0.0, detail))];
}

double detail_of_step(const Ui& ui, std::optional<std::int64_t> step) {
    const Dial dial = dial_of(ui);
    if (!step || dial.steps.empty()) return 1;
    const auto after = std::ranges::upper_bound(dial.steps, *step) - dial.steps.begin();
    return dial.scale.detail_of(std::size_t(std::max<std::ptrdiff_t>(1, after)) - 1);
}

std::optional<std::int64_t> turned(const Ui& ui, std::optional<std::int64_t> step, int direction) {
    const auto to = step_of_detail(ui, detail_of_step(ui, step) + kTurn * direction);
    const bool moved = direction > 0 ? !to || (step && *to > *step) : to && (!step || *to < *step);
    if (moved) return to;
    // The next keyframe is further away than one turn.
    const auto steps = dial_of(ui).steps;
    if (steps.empty()) return step;
    if (direction > 0) {
        const auto next = step ? std::ranges::upper_bound(steps, *step) : steps.end();
        return next == steps.end() ? std::nullopt : std::optional(*next);
    }
    const auto here = step ? std::ranges::lower_bound(steps, *step) : steps.end();
    return here == steps.begin() ? steps.front() : *std::prev(here);
}

std::optional<std::int64_t> nearest_step(const Ui& ui, std::optional<std::int64_t> step) {
    const auto keyframes = keyframes_in(ui.status);
    if (!step || keyframes.empty()) return std::nullopt;
    return std::ranges::min_element(
               keyframes, {},
               [&](const Keyframe& keyframe) { return std::abs(keyframe.step - *step); })
        ->step;
}

}  // namespace redraw::ui
