#include "engine/features/studies/psnr_study.h"

#include "engine/seconds.h"
#include "engine/training/trainer.h"

#include <algorithm>

namespace redraw {
namespace {

// Most seconds that PsnrStudy spends on keyframes while training pauses. After that, it measures a
// keyframe only when the user looks at it.
constexpr double kMostSeconds = 10;

bool is_measured(const Trainer& trainer, std::int64_t step) {
    const auto& measured = trainer.measured();
    const auto found = std::ranges::lower_bound(measured, step, {}, &MeasuredPsnr::step);
    return found != measured.end() && found->step == step && found->whole;
}

}  // namespace

bool PsnrStudy::update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) {
    if (training || trainer.step() == 0 || now_ != trainer.step()) {
        measure_.reset();
        seconds_ = 0;
        now_ = trainer.step();
        if (training || now_ == 0) return false;
    }
    if (!measure_) {
        const auto next = next_step(trainer, view);
        if (!next || !begin(trainer, *next)) return false;
    }
    const auto start = std::chrono::steady_clock::now();
    const bool done = measure_->advance(trainer.backend(), parameters_);
    if (step_ != now_) seconds_ += seconds_since(start);
    if (!done) return true;
    trainer.add_measured(step_, measure_->psnr());
    measure_.reset();
    ++measurements_;
    return next_step(trainer, view).has_value();
}

std::optional<std::int64_t> PsnrStudy::next_step(const Trainer& trainer,
                                                 const ViewRequest& view) const {
    if (trainer.run().mosaic()) return std::nullopt;  // a mosaic is compared at the picture's size
    if (!is_measured(trainer, trainer.step())) return trainer.step();
    const auto& keyframes = trainer.keyframes();
    const auto is_kept = [&](std::int64_t step) {
        return std::ranges::binary_search(keyframes, step, {}, &Keyframe::step);
    };
    if (view.at_step && *view.at_step > 0 && is_kept(*view.at_step) &&
        !is_measured(trainer, *view.at_step))
        return *view.at_step;
    if (seconds_ >= kMostSeconds) return std::nullopt;
    for (auto keyframe = keyframes.rbegin(); keyframe != keyframes.rend(); ++keyframe)
        if (keyframe->step > 0 && !is_measured(trainer, keyframe->step)) return keyframe->step;
    return std::nullopt;
}

bool PsnrStudy::begin(const Trainer& trainer, std::int64_t step) {
    parameters_.clear();
    if (step != trainer.step()) {
        auto parameters = trainer.parameters_at(step);
        if (!parameters) return false;
        parameters_ = std::move(*parameters);
    }
    step_ = step;
    const Dataset& dataset = trainer.dataset();
    measure_ = std::make_unique<DrawnPsnr>(dataset.target, dataset.grid);
    return true;
}

}  // namespace redraw
