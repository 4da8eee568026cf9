#include "engine/features/looks/looks.h"

#include "engine/data/batch_by_size.h"
#include "engine/data/resolve.h"
#include "engine/drawing/drawing.h"
#include "engine/error.h"
#include "engine/network/parameters.h"
#include "engine/training/trainer.h"

#include <algorithm>
#include <utility>

namespace redraw {
namespace {

// A look's longer side in pixels, steps per epoch, fewest pixels in a batch, and learning rate.
// With these, three sine networks train in 4.5 s on two cores (square picture): 31 dB on a
// portrait, 37 dB on a cat.
constexpr int kLookSide = 128, kStepsPerEpoch = 32, kLeastBatch = 64;
constexpr double kLookRate = 1e-3;
// Training stages at which looks are rendered, in epochs. The networks show about half of their
// final detail at 2 epochs and three quarters at 4 epochs.
constexpr std::array<std::int64_t, kLookMoments> kMoments{2, 4, 12};

constexpr int kMostLookParameters = 300'000;

// True if the run's own network suits the looks: small, of coordinates or Fourier features, trained
// by Adam. Others are replaced by the sine network. A trained grid is close to the picture from its
// first epochs; plain gradient descent or many parameters take too long.
bool paints(const Config& request) {
    const NetworkSpec& network = request.network;
    return (network.encoding == Encoding::none || network.encoding == Encoding::fourier) &&
           request.optimizer.kind == Optimizer::adam && network.parameters <= kMostLookParameters &&
           parameter_count(network, 4) <= kMostLookParameters;
}

Config look_config(const Config& request, PixelSize picture) {
    Config config = paints(request) ? request : with_preset(request, "siren", picture);
    config.data.train_size = {.longer_side = kLookSide};
    const PixelSize size = training_size(config.data.train_size, picture.width, picture.height);
    set_batch(config, BatchMode::stratified,
              std::max(kLeastBatch, size.width * size.height / kStepsPerEpoch));
    config.schedule = {.lr_max = kLookRate,
                       .epochs = kMoments.back(),
                       .warmup_epochs = 0.1 * double(kMoments.front())};
    config.precision = Precision::automatic;
    config.by_size = kAllBySize;  // a run at another size chooses its batch and schedule anew
    return config;
}

}  // namespace

LookPainter::LookPainter(const Image& picture, const Config& request,
                         const BackendOptions& options) {
    const Config config = look_config(request, {picture.width, picture.height});
    const Image target = make_target(picture, config);
    for (std::size_t i = 0; i < looks_.size(); ++i) {
        Config& look = looks_[i].config = config;
        look.seed += 1 + i % kLookSeeds;
        // Ends this look's run at its stage; until then the learning rates are those of the
        // training through all stages.
        look.schedule.epochs = double(kMoments[i / kLookSeeds]);
        look.schedule.epoch_offset = kMoments.back() - kMoments[i / kLookSeeds];
    }
    for (std::size_t i = 0; i < kLookSeeds; ++i) {
        const Config network = resolve(looks_[i].config, target);
        loops_[i] = new_step_loop(options, network, make_dataset_of_target(target, network));
    }
    newest_ = std::make_shared<const NineLooks>(looks_);
}

bool LookPainter::advance() {
    Look& look = looks_[drawn_];
    StepLoop& loop = loops_[drawn_ % kLookSeeds];
    const Burst burst = loop.advance(look.config, loop.burst());
    if (burst.diverged) throw Error("The networks of the nine looks diverged.");
    if (loop.step < loop.total_steps(look.config.schedule)) return false;
    const Image& target = loop.dataset->target;
    look.drawing = std::make_shared<const Image>(draw_rows(
        *loop.backend, loop.dataset->grid, {target.width, target.height}, 0, target.height, {}));
    newest_ = std::make_shared<const NineLooks>(looks_);
    return ++drawn_ == looks_.size();
}

bool LookStudy::update(Trainer& trainer, const ViewRequest& view, ShareOfTime*) {
    if (!view.looks) {
        begun_ = false;
        painter_.reset();
        newest_.reset();
        return false;
    }
    if (begun_ && !painter_) return false;
    try {
        bool done = false;
        if (!std::exchange(begun_, true)) {
            const Image& picture = tools_.picture ? *tools_.picture : *trainer.target();
            painter_ =
                std::make_unique<LookPainter>(picture, trainer.run().request(), tools_.options);
        } else {
            done = painter_->advance();
        }
        newest_ = painter_->newest();
        if (done) painter_.reset();
        return !done;
    } catch (...) {
        painter_.reset();
        newest_.reset();
        throw;
    }
}

}  // namespace redraw
