#include "engine/training/learning.h"

#include "engine/run/history.h"

#include <utility>

namespace redraw {
namespace {

// Returns true if a rollback, not a branch, led to the state at this step.
bool rolled_back_to(std::int64_t at, const RunFile& run) {
    for (auto event = run.events().rbegin(); event != run.events().rend(); ++event)
        if (event->kind == EventKind::rolled_back || event->kind == EventKind::branched)
            return event->kind == EventKind::rolled_back && event->step == at;
    return false;
}

}  // namespace

void OwnNetwork::go_on_from(const State& state, const RunFile& run) {
    loop.go_on_from(state);
    // After a rollback the rate warms up instead: moments measured as for a branch would repeat the
    // divergence.
    lacks_moments_ =
        redraw::lacks_moments(state, run.config().optimizer) && !rolled_back_to(state.step, run);
    if (lacks_moments_) loop.moments_zero_at = 0;  // as after need_moments()
}

void OwnNetwork::need_moments(Backend& backend, const Config& config) {
    if (!std::exchange(lacks_moments_, false)) return;
    const State state = backend.save();
    const auto measured = with_measured_moments(backend, *loop.dataset, config, state);
    loop.go_on_from(measured.value_or(state));
}

std::optional<std::int64_t> OwnNetwork::keep_keyframe(RunFile& run, float batch_psnr) const {
    // Checks the parameters too: saturated neurons hide a divergence from the loss, and overflowed
    // moments stop every weight.
    const auto parameters = loop.backend->finite_parameters();
    if (!parameters) return loop.step + 1;
    run.add_keyframe({loop.step, batch_psnr}, *parameters,
                     [this](int items, const auto& work) { loop.backend->share_out(items, work); });
    return std::nullopt;
}

State OwnNetwork::state(const RunFile& run, std::int64_t saved_step, bool end) {
    State state = loop.backend->save();
    if (loop.backend->kind() != BackendKind::gl || state.step == saved_step) return state;
    const std::optional<State> saved = run.state();
    if (end || (saved && saved->parameters == state.parameters)) loop.check_device(run.config());
    return state;
}

}  // namespace redraw
