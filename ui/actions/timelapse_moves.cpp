#include "ui/actions/timelapse_moves.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace redraw {
namespace {

const std::vector<Keyframe>& keyframes_of(const Ui& ui) {
    static const std::vector<Keyframe> kNone;
    return ui.status.keyframes ? *ui.status.keyframes : kNone;
}

// The keyframe on screen or the last one before now.
std::ptrdiff_t index_of(const std::vector<Keyframe>& keyframes, std::int64_t step) {
    const auto after =
        std::upper_bound(keyframes.begin(), keyframes.end(), step,
                         [](std::int64_t s, const Keyframe& k) { return s < k.step; });
    return after - keyframes.begin() - 1;
}

}  // namespace

std::int64_t shown_step(const Ui& ui) {
    return ui.state.timelapse.at_step.value_or(ui.status.step);
}

double playhead_step(const Ui& ui) {
    const Timelapse& timelapse = ui.state.timelapse;
    return timelapse.dragging ? timelapse.dragged_to : double(shown_step(ui));
}

float psnr_at(const Status& status, std::int64_t step) {
    const auto nearest = [&](const auto& values) {
        const auto found = std::lower_bound(
            values.begin(), values.end(), step,
            [](const auto& value, std::int64_t wanted) { return value.step < wanted; });
        return found != values.end() && found->step == step
                   ? found->psnr
                   : std::numeric_limits<float>::quiet_NaN();
    };
    float psnr = std::numeric_limits<float>::quiet_NaN();
    if (status.keyframes) psnr = nearest(*status.keyframes);
    if (std::isnan(psnr) && status.metrics) psnr = nearest(*status.metrics);
    return psnr;
}

void show_now(Ui& ui) {
    ui.state.timelapse.at_step.reset();
    ui.state.timelapse.playing = false;
}

void show_first_keyframe(Ui& ui) {
    const auto& keyframes = keyframes_of(ui);
    if (!keyframes.empty()) ui.state.timelapse.at_step = keyframes.front().step;
    ui.state.timelapse.played = 0;
}

void step_keyframe(Ui& ui, int direction) {
    const auto& keyframes = keyframes_of(ui);
    if (keyframes.empty()) return;
    Timelapse& timelapse = ui.state.timelapse;
    timelapse.playing = false;
    const std::int64_t step = shown_step(ui);
    std::ptrdiff_t index = index_of(keyframes, step);
    if (direction > 0) {
        if (!timelapse.at_step) return;
        if (index + 1 >= std::ssize(keyframes)) return show_now(ui);
        ++index;
    } else if (index >= 0 && keyframes[index].step == step) {
        --index;  // otherwise the last keyframe before now is already earlier
    }
    timelapse.at_step = keyframes[std::max<std::ptrdiff_t>(0, index)].step;
}

void show_keyframe_near(Ui& ui, double step) {
    const auto& keyframes = keyframes_of(ui);
    if (keyframes.empty()) return;
    const double now = double(ui.status.step);
    const std::ptrdiff_t before =
        std::max<std::ptrdiff_t>(0, index_of(keyframes, std::int64_t(step)));
    std::ptrdiff_t best = before;
    if (before + 1 < std::ssize(keyframes) &&
        double(keyframes[before + 1].step) - step < step - double(keyframes[before].step))
        best = before + 1;
    const double distance = std::abs(double(keyframes[best].step) - step);
    if (std::abs(now - step) < distance || step >= now) return show_now(ui);
    ui.state.timelapse.at_step = keyframes[best].step;
}

}  // namespace redraw
