// Reports that the open run trains on another device: the CPU after a failure, or a faster one.
#include "engine/error.h"
#include "engine/session/open_run.h"

namespace redraw {

void OpenRun::leave_device(const DeviceFailed& failure) {
    if (trainer_->backend().shares_cpu()) throw Error(failure.what());
    trainer_->leave_device(failure);
}

// If the run now uses another device or precision than requested (because that failed or cannot be
// used), reports why, cancels the exports, and renders everything again.
void OpenRun::report_left_device() {
    if (trainer_->device_note() == device_note_) return;
    device_note_ = trainer_->device_note();
    jobs().clear();
    draw_anew();
    report_.status.device_choice = trainer_->device_choice();
    report_.status.backend = trainer_->backend().description();
    report_.fail(device_note_, Error::Kind::other);
    report_.due = true;
}

// Considers a faster device, but not in the first second, nor beside compared runs, nor during
// exports, which use the present backend.
void OpenRun::consider_devices() {
    if (first_second_.lasts() || !jobs().empty()) return;
    if (!compared_.empty()) return;
    trainer_->consider_devices();
    Status& status = report_.status;
    if (trainer_->device_choice() == status.device_choice) return;
    status.device_choice = trainer_->device_choice();
    report_.due = true;
    if (trainer_->backend().shares_cpu()) return;
    status.backend = trainer_->backend().description();
    draw_anew();
}

}  // namespace redraw
