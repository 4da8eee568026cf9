#include "ui/actions/replay.h"

#include "engine/drawing/keyframe_mix.h"
#include "engine/features/studies/keyframe_changes.h"
#include "engine/run/keyframes.h"
#include "ui/actions/timelapse_moves.h"

namespace redraw::ui {
namespace {

// kReplay: length of the replay in seconds. kLongestWait: longest time in seconds that the replay
// waits until all changes between keyframes are measured, and then for its first drawing.
constexpr double kReplay = 4, kLongestWait = 3;

void enter(Ui& ui, ReplayStage stage) {
    ui.state.replay.stage = stage;
    ui.state.replay.since = ui.view.time;
    ui.requests.redraw_after(0);
}

// Begins the wait for the automatic replay when a run finishes, unless a replay was shown since the
// program's start or the user is busy with something else.
void await_finish(Ui& ui) {
    UiState& s = ui.state;
    Replay& r = s.replay;
    const bool was =
        std::exchange(r.finished, ui.status.phase == Phase::finished && s.notices.advice.trained);
    if (was || !r.finished || r.seen || !s.preferences.replay_birth || !has_timelapse(ui)) return;
    if (s.sheets.dialog != Dialog::none || s.timelapse.at_step || s.page || s.controls.lit ||
        !ui.centre_view().compares)
        return;
    if (!ui.status.compared_runs.empty()) return;
    enter(ui, ReplayStage::waits);
}

// Ends the replay. If the user skipped it, returns to the view from before the replay; otherwise
// shows the wipe view.
void settle(Ui& ui) {
    Replay& r = ui.state.replay;
    show_now(ui);
    ui.state.centre.mode = r.skipped ? *r.view_before : ViewMode::wipe;
    enter(ui, r.skipped ? ReplayStage::none : ReplayStage::follows);
}

// Returns each keyframe's position in the replay. Assumes that a change that is not measured yet is
// as large as the last measured one. With fewer than two measured, spaces the steps by logarithm.
std::vector<double> places_now(const Ui& ui) {
    const std::vector<std::int64_t> steps = steps_of(*ui.status.keyframes);
    if (measured_changes(ui) < 2) return keyframe_places(steps, Pace::log);
    std::vector<float> changes = *ui.status.result<KeyframeChanges>();
    changes.resize(steps.size(), changes.back());
    return keyframe_places(steps, Pace::change, changes);
}

bool shows(const Ui& ui, std::int64_t step) {
    return ui.view.frame && ui.view.frame->run_serial == ui.status.run_serial &&
           ui.view.frame->step == step;
}

// Shows the network of the present time; the time begins when the first drawing is on the screen.
void play(Ui& ui, bool input) {
    Replay& r = ui.state.replay;
    r.skipped |= ui.running() || !ui.status.error.empty() || !ui.status.opening.empty() ||
                 !has_timelapse(ui);
    if (r.skipped) return settle(ui);
    const auto& keyframes = *ui.status.keyframes;
    if (!r.begun && (shows(ui, keyframes.front().step) || ui.view.time - r.since > kLongestWait)) {
        r.begun = true;
        r.since = ui.view.time;
    }
    const double part = r.begun ? (ui.view.time - r.since) / kReplay : 0;
    if (part >= 1) return settle(ui);
    r.skipped = input;  // ends in the next frame, to use up this click
    static const KeyframeChanges kNone;
    const auto& changes = ui.status.result<KeyframeChanges>();
    const auto at = mixed_keyframe_at(r.places, part, (changes ? *changes : kNone).mixes);
    ui.state.timelapse.at_step = keyframes[std::min(at.keyframe, keyframes.size() - 1)].step;
    ui.requests.view.next_share = at.share;
    ui.requests.redraw_after(1.0 / 60);
}

}  // namespace

void replay(Ui& ui) {
    UiState& s = ui.state;
    if (s.replay.stage != ReplayStage::follows) s.replay.view_before = s.centre.mode;
    s.replay.skipped = s.replay.begun = false;
    s.replay.seen = true;
    s.replay.places = places_now(ui);
    s.timelapse.playing = false;
    s.centre.mode = ViewMode::drawing;
    s.centre.canvas = {};
    enter(ui, ReplayStage::plays);
}

bool follow_replay(Ui& ui) {
    Replay& r = ui.state.replay;
    if (r.run != ui.status.run_serial) {
        // Another run was opened: returns to the view that the user had chosen before the replay.
        if (r.view_before) ui.state.centre.mode = *r.view_before;
        r = {.run = ui.status.run_serial, .seen = r.seen};
    }
    await_finish(ui);
    const bool input = std::ranges::count(ui.view.keys, false, &KeyPress::repeated) > 0 ||
                       ImGui::IsMouseClicked(ImGuiMouseButton_Left) ||
                       ImGui::IsMouseClicked(ImGuiMouseButton_Right);
    switch (r.stage) {
        case ReplayStage::none:
            if (ui.state.centre.mode != ViewMode::wipe) r.view_before.reset();
            break;
        case ReplayStage::waits: {
            const double left = r.since + kLongestWait - ui.view.time;
            if (input || !r.finished || !has_timelapse(ui))
                r.stage = ReplayStage::none;
            else if (measured_changes(ui) >= ui.status.keyframes->size() || left <= 0)
                replay(ui);
            else
                ui.requests.redraw_after(left);
            break;
        }
        case ReplayStage::plays:
            if (std::ranges::any_of(ui.view.keys, [](const KeyPress& press) {
                    return !press.repeated && press.key != Key::escape;
                })) {
                r.skipped = true;
                settle(ui);
                return false;  // the key does what it always does
            }
            play(ui, input);
            return input;
        case ReplayStage::follows:
            if (input || ui.state.centre.mode != ViewMode::wipe) r.stage = ReplayStage::none;
    }
    return false;
}

}  // namespace redraw::ui
