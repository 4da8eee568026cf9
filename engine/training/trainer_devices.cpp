// The device of a trainer: makes its backend, moves the run from the CPU to OpenGL if that is
// faster, and back to the CPU, from the last save, if the device fails.
#include "engine/device/devices.h"
#include "engine/text/display_name.h"
#include "engine/training/trainer.h"

#include <fmt/format.h>

#include <new>
#include <utility>

namespace redraw {

Trainer::Trainer(RunFile run, const BackendOptions& options,
                 const std::shared_ptr<Dataset>& dataset, const SmallerBatch& smaller)
    : run_(std::move(run)), options_(options), own_(dataset) {
    Config asked = run_.request();
    asked.network = config().network;
    while (!own_.loop.backend) {
        try {
            take_backend();
        } catch (const std::bad_alloc&) {
            own_.loop.backend.reset();
            const std::optional<Config> next = smaller(asked);
            if (!next) throw;
            run_.set_config(asked = *next);
            dataset->batch = asked.data.batch;
            dataset->batch_size = asked.data.batch_size;
            batch_note_ = "There is too little memory for a larger batch. Each step uses " +
                          std::to_string(dataset->batch_pixels()) + " pixels.";
        }
    }
}

void Trainer::take_backend() {
    std::string refused;
    const bool takes_precision = agree_on_precision();
    own_.loop.backend = make_backend(options_, config().network, config().optimizer, channels(),
                                     own_.loop.dataset, &refused);
    if (!refused.empty()) device_note_ = refused + " Training continues on the CPU.";
    if (!takes_precision)
        device_note_ = fmt::format(
            "This run was learned in {}, which this processor cannot compute. It continues in {}.",
            name_of(config().precision), backend().precision_name());
    begin();
}

// Uses the precision of the run, because another precision gives different bits, unless the user
// chose one. Returns false if this processor does not support the run's precision.
bool Trainer::agree_on_precision() {
    const Precision of_run = config().precision;
    if (options_.precision != Precision::automatic) {
        if (options_.precision == of_run || !run_.writable()) return true;
        Config changed = config();
        changed.precision = options_.precision;
        run_.set_config(changed);
        return true;
    }
    if (of_run == Precision::automatic) return true;
    BackendOptions wanted = options_;
    wanted.precision = of_run;
    try {
        if (wanted.kind != BackendKind::cuda) require_backend(wanted);
    } catch (const Error&) {
        return false;
    }
    options_.precision = of_run;
    return true;
}

std::int64_t Trainer::advance(std::int64_t max_steps) {
    const std::int64_t begin = step();
    try {
        return advance_here(max_steps);
    } catch (const DeviceFailed& failure) {
        leave_device(failure);
        return step() - begin;
    }
}

// Loads a state into the device. If the device fails, training continues on the CPU, unless the
// user chose the device: then throws Error.
void Trainer::load(const State& state) {
    try {
        backend().load(state);
    } catch (const DeviceFailed& failure) {
        if (options_.kind != BackendKind::automatic) throw Error(failure.what());
        leave_device(failure);
    }
}

void Trainer::leave_device(const DeviceFailed& failure) {
    BackendOptions on_cpu = options_;
    on_cpu.kind = BackendKind::cpu;
    if (backend().kind() == BackendKind::cuda)
        on_cpu.precision = Precision::automatic;  // the CPU may not support the device's precision
    const State state = run_.state().value();
    auto next =
        make_backend(on_cpu, config().network, config().optimizer, channels(), own_.loop.dataset);
    next->load(state);
    const std::int64_t failed_after = step();
    device_->left(failure);
    options_ = on_cpu;
    mosaic_.reset();
    own_.continue_on(std::move(next));
    draw_mosaic();
    if (!mosaic_) go_back_to(state);
    run_.add_event({.step = step(),
                    .kind = EventKind::device_left,
                    .failed_step = failed_after,
                    .name = backend().description()});
    device_note_ = std::string(failure.what()) + " Training continues on the CPU from step " +
                   std::to_string(step()) + ".";
}

void Trainer::consider_devices(const DeviceTrial& trial) {
    if (!run_.writable() || finished() || device_->settled()) return;
    auto faster = faster_device(trial);
    if (!faster) return;
    learning().continue_on(std::move(faster));
    // Uses the kind `other`, because older programs would refuse a new kind.
    run_.add_event({.step = step(),
                    .kind = EventKind::other,
                    .name = "continued on OpenGL by " + excerpt(device_->driver(), 300)});
}

// Returns OpenGL's backend of the network that trains now, if it is faster. Tries OpenGL on a
// mosaic after the first tile: all tiles are alike, and the first one should be sharp soon.
std::unique_ptr<Backend> Trainer::faster_device(const DeviceTrial& trial) {
    if (!mosaic_) {
        if (own_.lacks_moments()) return nullptr;
        return device_->consider(
            {config(), own_.loop.dataset, backend(), seconds_, seconds_left(step_seconds())},
            options_, trial);
    }
    StepLoop* tile = mosaic_->in_progress();
    if (!tile || run_.mosaic_tiles().empty()) return nullptr;
    return device_->consider({mosaic_->config(), tile->dataset, *tile->backend, seconds_,
                              mosaic_->seconds_left(run_), false},
                             options_, trial);
}

}  // namespace redraw
