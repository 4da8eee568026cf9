#include "engine/studies/cool_down_copy.h"

#include "engine/device/devices.h"
#include "engine/drawing/drawing.h"
#include "engine/error.h"
#include "engine/image/metrics.h"
#include "engine/network/schedule.h"

#include <utility>

namespace redraw {

CoolDownCopy::CoolDownCopy(const Trainer& trainer, const BackendOptions& options,
                           std::int64_t epochs)
    : config_(trainer.config()), loop_{trainer.shared_dataset()} {
    config_.schedule = cooled_down(config_.schedule, trainer.epoch(), epochs);
    loop_.backend = make_backend(options, config_.network, config_.optimizer, trainer.channels(),
                                 loop_.dataset);
    // "automatic" falls back to a processor that would need minutes for what takes seconds here.
    if (loop_.backend->kind_name() != trainer.backend().kind_name())
        throw Error("There is not enough memory for a copy of the network to cool down.");
    loop_.load(trainer.backend().save());
    now_.from_step = trainer.step();
    now_.steps = loop_.total_steps(config_.schedule) - trainer.step();
    now_.psnr_before = now_.psnr = trainer.last().psnr;
    newest_ = std::make_shared<const CoolDown>(now_);
}

bool CoolDownCopy::advance() {
    const Burst burst = loop_.advance(config_, loop_.burst());
    if (burst.diverged)
        throw Error("The copy that was to cool down diverged: lower the learning rate.");
    for (const StepResult& result : burst.results) note(result);
    publish();
    return now_.finished();
}

// A minibatch knows a part of the picture only, so that an epoch's steps are taken together.
void CoolDownCopy::note(const StepResult& result) {
    ++now_.done;
    epoch_error_ += result.squared_error;
    if (++epoch_steps_ < loop_.dataset->steps_per_epoch()) return;
    now_.psnr = float(psnr_of_mse(epoch_error_ / double(epoch_steps_)));
    if (now_.done <= epoch_steps_) now_.psnr_before = now_.psnr;  // the network as it was copied
    epoch_error_ = 0;
    epoch_steps_ = 0;
}

void CoolDownCopy::publish() {
    if (now_.finished() || drawing_.due()) {
        drawing_.begin();
        std::shared_ptr<const Surface> free;  // of the last step's own forward pass
        if (!now_.finished()) free = loop_.backend->last_forward();
        const Grid& grid = loop_.dataset->grid;
        now_.drawing = free ? std::move(free) : draw_to_show(*loop_.backend, grid, grid, {});
        drawing_.end();
    }
    newest_ = std::make_shared<const CoolDown>(now_);
}

}  // namespace redraw
