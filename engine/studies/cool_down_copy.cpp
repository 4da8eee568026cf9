#include "engine/studies/cool_down_copy.h"

#include "engine/device/devices.h"
#include "engine/drawing/drawing.h"
#include "engine/error.h"
#include "engine/network/schedule.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace redraw {
namespace {

// "automatic" falls back to a processor that would need minutes for what takes seconds here.
StepLoop copy_of(const Trainer& trainer, const BackendOptions& options, const Config& config) {
    StepLoop loop{trainer.shared_dataset()};
    loop.backend =
        make_backend(options, config.network, config.optimizer, trainer.channels(), loop.dataset);
    if (loop.backend->kind_name() != trainer.backend().kind_name())
        throw Error("There is not enough memory for a copy of the network to cool down.");
    loop.load(trainer.backend().save());
    return loop;
}

}  // namespace

CoolDownCopy::CoolDownCopy(const Trainer& trainer, const BackendOptions& options,
                           std::int64_t epochs)
    : config_(trainer.config()),
      loop_(copy_of(trainer, options, config_)),
      sample_(*loop_.backend, *loop_.dataset),
      whole_(loop_.dataset->target, loop_.dataset->grid) {
    config_.schedule = cooled_down(config_.schedule, trainer.epoch(), epochs);
    now_.from_step = trainer.step();
    now_.steps = loop_.total_steps(config_.schedule) - trainer.step();
    const auto& measured = trainer.newest_measured();
    now_.psnr_before = measured ? measured->psnr : std::numeric_limits<float>::quiet_NaN();
    now_.psnr = now_.psnr_before;
    newest_ = std::make_shared<const CoolDown>(now_);
}

bool CoolDownCopy::advance() {
    if (now_.done < now_.steps) {
        const Burst burst =
            loop_.advance(config_, std::min(loop_.burst(), sample_.step_interval()));
        if (burst.diverged)
            throw Error("The copy that was to cool down diverged: lower the learning rate.");
        now_.done += std::int64_t(burst.results.size());
        if (now_.done - sampled_at_ >= sample_.step_interval()) {
            sampled_at_ = now_.done;
            now_.psnr = float(sample_.measure(*loop_.backend));
        }
    } else {
        now_.measured = measure();
    }
    publish();
    return now_.finished();
}

bool CoolDownCopy::measure() {
    if (!whole_.advance(*loop_.backend)) return false;
    now_.psnr = float(whole_.psnr());
    return true;
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
