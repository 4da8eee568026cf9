// Moves a run from the CPU to OpenGL if that is faster. The other direction: trainer_failures.cpp.
#include "engine/device/cuda_module.h"
#include "engine/device/driver_process.h"
#include "engine/drawing/mosaic_backend.h"
#include "engine/text/display_name.h"
#include "engine/training/trainer.h"

#include <fmt/format.h>

#include <utility>

namespace redraw {
namespace {

bool leave_open(const BackendOptions& options) {
    return options.kind == BackendKind::automatic &&
           options.instruction_set == InstructionSet::automatic &&
           (options.precision == Precision::automatic || options.precision == Precision::fp32);
}

}  // namespace

PreparingDevice::~PreparingDevice() {
    if (!device_.valid()) return;
    const NoDriverProcess none;
    device_.wait();
}

void Trainer::consider_devices(const DeviceTrial& trial) {
    if (is_device_settled_) return;
    is_device_settled_ =
        !leave_open(options_) || !run_.writable() || config().network.encoding == Encoding::window;
    if (is_device_settled_) return;
    if (run_.mosaic()) return consider_devices_of_tiles(trial);
    is_device_settled_ = backend().kind() != BackendKind::cpu;
    if (is_device_settled_ || lacks_moments_ || finished()) return;
    if (!preparing_.begun()) {
        const double left = double(total_steps() - step()) * loop_.step_seconds;
        if (seconds_ < trial.after_seconds || left < trial.worth_seconds) return;
        is_device_settled_ = why_no_cuda().empty();  // CUDA works but could not run the network
        if (is_device_settled_) return;
        preparing_ = PreparingDevice(std::async(std::launch::async, prepare_device, config(),
                                                loop_.dataset, backend().description()));
    }
    if (preparing_.is_done()) choose_device_of(loop_, preparing_.take(), trial);
}

// Tries OpenGL after the first tile: all tiles are alike, and the first one should be sharp soon.
void Trainer::consider_devices_of_tiles(const DeviceTrial& trial) {
    StepLoop* tile = whole_ ? whole_->in_progress() : nullptr;
    if (!tile || run_.mosaic_tiles().empty() ||
        whole_->seconds_left(run_.mosaic_tiles()) < trial.worth_seconds)
        return;
    is_device_settled_ = why_no_cuda().empty() || tile->backend->kind() != BackendKind::cpu;
    if (is_device_settled_) return;
    auto device = prepare_device(whole_->config(), tile->dataset, tile->backend->description());
    if (!choose_device_of(*tile, std::move(device), trial)) return;
    whole_->take_opengl();
    drawn_->show_learning(whole_->tile(), whole_->network());
}

// Returns true if `loop` continues by OpenGL.
bool Trainer::choose_device_of(StepLoop& loop, std::optional<PreparedDevice> device,
                               const DeviceTrial& trial) {
    is_device_settled_ = true;
    std::string driver;
    DeviceChoice choice;
    if (device) {
        driver = fmt::format("{}, {}", device->driver.renderer, device->driver.version);
        choice = choose_device(std::move(*device), *loop.backend, trial.clock);
    }
    device_choice_ = choice.note;
    if (!choice.backend || driver_is_here({})) end_driver_process();
    if (!choice.backend) return false;
    driver_record_ = std::move(choice.record);
    loop.backend = std::move(choice.backend);
    loop.step_seconds = 0;  // forgets the CPU's pace, which sized the bursts
    run_.add_event({.step = step(),
                    .kind = EventKind::other,
                    .name = "continued on OpenGL by " + excerpt(driver, 300)});
    return true;
}

}  // namespace redraw
