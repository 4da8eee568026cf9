#include "engine/studies/cool_down_copy.h"

#include "engine/device/devices.h"
#include "engine/drawing/drawing.h"
#include "engine/error.h"
#include "engine/image/metrics.h"
#include "engine/network/schedule.h"
#include "engine/seconds.h"
#include "engine/training/step_rates.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

constexpr double kTurnSeconds = 0.030;
constexpr std::int64_t kLongestTurn = 4096;  // steps

}  // namespace

CoolDownCopy::CoolDownCopy(const Trainer& trainer, const BackendOptions& options,
                           std::int64_t epochs)
    : dataset_(trainer.shared_dataset()),
      schedule_(cooled_down(trainer.config().schedule, trainer.epoch(), epochs)),
      optimizer_(trainer.config().optimizer) {
    const Config& config = trainer.config();
    backend_ =
        make_backend(options, config.network, config.optimizer, trainer.channels(), dataset_);
    // "automatic" falls back to a processor that would need minutes for what takes seconds here.
    if (backend_->kind_name() != trainer.backend().kind_name())
        throw Error("There is not enough memory for a copy of the network to cool down.");
    const State state = trainer.backend().save();
    moments_since_ = moments_since(state);
    backend_->load(state);
    now_.from_step = trainer.step();
    now_.steps = schedule_.epochs * dataset_->steps_per_epoch() - trainer.step();
    now_.psnr_before = now_.psnr = trainer.last().psnr;
    newest_ = std::make_shared<const CoolDown>(now_);
}

bool CoolDownCopy::advance() {
    const auto turn =
        step_seconds_ > 0
            ? std::clamp<std::int64_t>(std::int64_t(kTurnSeconds / step_seconds_), 1, kLongestTurn)
            : 1;
    train(std::min(turn, now_.steps - now_.done));
    publish();
    return now_.finished();
}

void CoolDownCopy::train(std::int64_t steps) {
    if (steps <= 0) return;
    const std::vector<float> rates = step_rates(schedule_, optimizer_, *dataset_, moments_since_,
                                                now_.from_step + now_.done, steps);
    std::vector<StepResult> results(rates.size());
    const auto start = std::chrono::steady_clock::now();
    backend_->train(rates, results);
    step_seconds_ = seconds_since(start) / double(steps);
    for (const StepResult& result : results) note(result);
}

// A minibatch knows a part of the picture only, so that an epoch's steps are taken together.
void CoolDownCopy::note(const StepResult& result) {
    if (!std::isfinite(result.loss) || !std::isfinite(result.squared_error))
        throw Error("The copy that was to cool down diverged: lower the learning rate.");
    ++now_.done;
    epoch_error_ += result.squared_error;
    if (++epoch_steps_ < dataset_->steps_per_epoch()) return;
    now_.psnr = float(psnr_of_mse(epoch_error_ / double(epoch_steps_)));
    if (now_.done <= epoch_steps_) now_.psnr_before = now_.psnr;  // the network as it was copied
    epoch_error_ = 0;
    epoch_steps_ = 0;
}

void CoolDownCopy::publish() {
    if (now_.finished() || drawing_.due()) {
        drawing_.begin();
        std::shared_ptr<const Surface> free;  // of the last step's own forward pass
        if (!now_.finished()) free = backend_->last_forward();
        const Grid& grid = dataset_->grid;
        now_.drawing = free ? std::move(free) : draw_to_show(*backend_, grid, grid, {});
        drawing_.end();
        ++now_.serial;
    }
    newest_ = std::make_shared<const CoolDown>(now_);
}

}  // namespace redraw
