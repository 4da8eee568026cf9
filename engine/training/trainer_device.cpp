// When the device fails under a trainer: it goes on on the CPU from what was saved.
#include "engine/device/devices.h"
#include "engine/training/trainer.h"

#include <string>
#include <utility>

namespace redraw {

std::int64_t Trainer::advance(std::int64_t max_steps) {
    const std::int64_t begin = step_;
    try {
        return advance_here(max_steps);
    } catch (const DeviceFailed& failure) {
        leave_device(failure);
        return step_ - begin;
    }
}

// Asked for by name, a device that does not take the first state is an error: nothing is lost yet.
void Trainer::load(const State& state) {
    try {
        backend_->load(state);
    } catch (const DeviceFailed& failure) {
        if (options_.kind == BackendKind::cuda) throw Error(failure.what());
        leave_device(failure);
    }
}

void Trainer::leave_device(const DeviceFailed& failure) {
    BackendOptions on_cpu = options_;
    on_cpu.kind = BackendKind::cpu;
    on_cpu.precision = Precision::automatic;  // the device's need not be the CPU's
    const State state = run_.state().value();
    auto next = make_backend(on_cpu, config().network, config().optimizer, channels(), dataset_);
    next->load(state);
    const std::int64_t failed_after = step_;
    backend_ = std::move(next);
    options_ = on_cpu;
    go_back_to(state);
    step_seconds_ = 0;  // a burst of what the device did in no time would take long here
    run_.add_event({.step = step_,
                    .kind = EventKind::device_left,
                    .failed_step = failed_after,
                    .name = backend_->description()});
    device_note_ = std::string(failure.what()) + " Training goes on on the CPU from step " +
                   std::to_string(step_) + ".";
}

State Trainer::saved_state() {
    try {
        return backend_->save();
    } catch (const DeviceFailed& failure) {
        leave_device(failure);
        return backend_->save();
    }
}

}  // namespace redraw
