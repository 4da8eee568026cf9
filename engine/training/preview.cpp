#include "engine/training/preview.h"

#include "engine/training/whole_drawing.h"

#include <algorithm>
#include <limits>

namespace redraw {
namespace {

constexpr double kFrameSeconds = 1.0 / 30;
constexpr double kLongDrawing = 0.030;  // seconds; a drawing expected to take longer starts coarse
constexpr double kShareWhileTraining = 0.1;
constexpr int kCoarse = 4;  // screen pixels a side per drawn pixel

float psnr_at(const Trainer& trainer, std::int64_t step) {
    const auto& keyframes = trainer.keyframes();
    const auto found = std::lower_bound(
        keyframes.begin(), keyframes.end(), step,
        [](const Keyframe& keyframe, std::int64_t wanted) { return keyframe.step < wanted; });
    return found != keyframes.end() && found->step == step
               ? found->psnr
               : std::numeric_limits<float>::quiet_NaN();
}

}  // namespace

void Preview::look(const Look& look) {
    const bool same = look.region == look_.region && look.at_step == look_.at_step &&
                      look.bicubic == look_.bicubic;
    look_ = look;
    if (same) return;
    const double pixels = look.region ? double(look.region->width) * look.region->height : 0;
    coarseness_ = pixels * seconds_per_pixel_ > kLongDrawing ? kCoarse : 1;
}

void Preview::reset(std::uint64_t run_serial) {
    look_ = {};
    run_serial_ = run_serial;
    shown_step_ = -1;
    cached_step_ = -1;
    coarseness_ = 1;
}

bool Preview::update(Trainer& trainer, bool training) {
    if (coarseness_ > 0) {  // a new look is answered at once
        draw(trainer, coarseness_, training);
        coarseness_ = coarseness_ > 1 ? 1 : 0;
        return coarseness_ > 0;
    }
    const bool sharper = live_ && !training;  // now there is time
    if (!sharper && (look_.at_step || shown_step_ == trainer.step())) return false;

    const double since = std::chrono::duration<double>(Clock::now() - shown_at_).count();
    const Dataset& dataset = trainer.dataset();
    const bool free = training && !look_.region && dataset.batch == BatchMode::full &&
                      !more_than(dataset.grid, kMostWholePixels);
    const double pause = free || !training
                             ? kFrameSeconds
                             : std::max(kFrameSeconds, drawing_seconds_ / kShareWhileTraining);
    if (training && since < pause) return false;
    if (const auto surface = free ? trainer.backend().last_forward() : nullptr)
        show({.surface = surface,
              .grid = trainer.dataset().grid,
              .step = trainer.step() - 1,
              .psnr = trainer.last().psnr});
    else
        draw(trainer, 1, training);
    return false;
}

void Preview::draw(Trainer& trainer, int coarseness, bool training) {
    const Grid& whole_picture = trainer.dataset().grid;
    Grid grid =
        look_.region.value_or(within(whole_picture, training ? kMostLivePixels : kMostWholePixels));
    live_ = training && !look_.region && grid != whole_picture;
    grid.width = std::max(1, grid.width / coarseness);
    grid.height = std::max(1, grid.height / coarseness);

    const bool past = look_.at_step && *look_.at_step != trainer.step();
    if (past && cached_step_ != *look_.at_step) {
        auto parameters = trainer.parameters_at(*look_.at_step);
        if (!parameters) return;  // thinned out meanwhile: the last frame stays
        cached_parameters_ = std::move(*parameters);
        cached_step_ = *look_.at_step;
    }
    const Clock::time_point start = Clock::now();
    Frame frame;
    frame.surface = past ? trainer.backend().render(grid, whole(grid), cached_parameters_)
                         : trainer.backend().render(grid, whole(grid));
    drawing_seconds_ = std::chrono::duration<double>(Clock::now() - start).count();
    seconds_per_pixel_ = drawing_seconds_ / (double(grid.width) * grid.height);
    frame.grid = grid;
    frame.full_picture = !look_.region;
    frame.past = past;
    frame.step = past ? *look_.at_step : trainer.step();
    frame.psnr = past ? psnr_at(trainer, frame.step) : trainer.last().psnr;
    show(std::move(frame));
    shown_step_ = trainer.step();
}

void Preview::show(Frame frame) {
    frame.serial = ++serial_;
    frame.run_serial = run_serial_;
    shown_at_ = Clock::now();
    show_(std::make_shared<const Frame>(std::move(frame)));
}

}  // namespace redraw
