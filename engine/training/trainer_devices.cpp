// Moves a run from the CPU to a faster device. The other direction: trainer_failures.cpp.
#include "engine/device/cuda_module.h"
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

void Trainer::consider_devices(const DeviceTrial& trial) {
    if (is_device_settled_) return;
    is_device_settled_ = !leave_open(options_) || backend().kind_name() != "cpu" || run_.mosaic() ||
                         !run_.writable() || config().network.encoding == Encoding::window;
    if (is_device_settled_ || lacks_moments_ || finished()) return;
    if (!preparing_.valid()) {
        const double left = double(total_steps() - step()) * loop_.step_seconds;
        if (seconds_ < trial.after_seconds || left < trial.worth_seconds) return;
        is_device_settled_ = why_no_cuda().empty();  // CUDA was preferred, and refused the network
        if (is_device_settled_) return;
        preparing_ = std::async(std::launch::async, prepare_device, config(), loop_.dataset,
                                backend().description());
    }
    if (preparing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    is_device_settled_ = true;
    std::optional<PreparedDevice> device = preparing_.get();
    if (!device) return;
    const std::string driver =
        fmt::format("{}, {}", device->driver.renderer, device->driver.version);
    DeviceChoice choice = choose_device(std::move(*device), backend(), trial.clock);
    device_choice_ = choice.note;
    if (!choice.backend) return;
    loop_.backend = std::move(choice.backend);
    loop_.step_seconds = 0;  // a burst sized by the CPU's pace
    // Not a kind of its own, which older programs would refuse.
    run_.add_event({.step = step(),
                    .kind = EventKind::other,
                    .name = "continued on OpenGL by " + excerpt(driver, 300)});
}

}  // namespace redraw
