#include "engine/features/looks/looks.h"

#include "engine/data/batch_by_size.h"
#include "engine/data/resolve.h"
#include "engine/drawing/drawing.h"
#include "engine/error.h"
#include "engine/network/random.h"
#include "engine/training/trainer.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

// A look's longer side in pixels, steps per epoch, and fewest pixels in a batch.
constexpr int kLookSide = 128, kStepsPerEpoch = 32, kLeastBatch = 64;

struct Kind {
    const char *name, *preset;
    double epochs, rate;
    void (*set)(Config&);
    bool free = false;  // a surprise changes its sizes, too
};

void few_layers(Config& config, Activation activation, std::vector<int> layers) {
    config.network.activation = activation;
    config.network.layers = std::move(layers);
}

// Each kind shows what its network does best while it is far from the picture.
constexpr Kind kKinds[kLooks] = {
    {"Watercolour", "siren", 2, 1e-3, [](Config&) {}, true},
    {"Few neurons", "siren", 40, 5e-3,
     [](Config& c) {
         few_layers(c, Activation::sine, {12, 12, 12});
     },
     true},
    {"Fourier", "fourier", 2, 1e-3,
     [](Config& c) {
         few_layers(c, Activation::sine, {64, 64});
     }},
    {"Grid of 16", "grid", 8, 1e-2,
     [](Config& c) {
         few_layers(c, Activation::relu, {32});
         c.network.grid = {.levels = 1, .features = 4, .base = 16, .finest = 16};
     }},
    {"Tanh wash", "siren", 60, 1e-2,
     [](Config& c) {
         few_layers(c, Activation::tanh, {64, 64, 64});
     }},
    {"Folded paper", "siren", 20, 3e-3,
     [](Config& c) {
         few_layers(c, Activation::relu, {48, 48, 48});
     },
     true},
    {"Two tones", "siren", 5, 1e-3,
     [](Config& c) {
         few_layers(c, Activation::sine, {64, 64});
         c.data.channels = ChannelMode::black_white;
     }},
    {"Rough brush", "siren", 2, 1e-3, [](Config& c) { c.network.hidden_omega = 45; }},
    {"Likeness", "siren", 12, 1e-3, [](Config&) {}},
};

// Changes the sizes of a look, by its seed, by up to a factor of two.
void surprise_by_seed(Config& config) {
    constexpr std::uint64_t kStream = 0x10045;
    const auto octaves = [&](std::uint64_t index) {
        return double(random_below(config.seed, kStream, index, 3)) - 1;
    };
    for (int& width : config.network.layers)
        width = std::clamp(int(width * std::exp2(octaves(0))), 4, 256);
    config.schedule.epochs *= std::exp2(octaves(1));
    config.network.hidden_omega *= std::exp2(octaves(2) / 2);
}

Config look_config(const Kind& kind, const Config& request, PixelSize picture) {
    Config config = with_preset(request, kind.preset, picture);
    config.data.train_size = {.longer_side = kLookSide};
    kind.set(config);
    const PixelSize size = training_size(config.data.train_size, picture.width, picture.height);
    set_batch(config, BatchMode::stratified,
              std::max(kLeastBatch, size.width * size.height / kStepsPerEpoch));
    config.schedule = {.lr_max = kind.rate, .epochs = kind.epochs, .warmup_epochs = 0.1};
    config.precision = Precision::automatic;
    config.by_size = kAllBySize;  // a run at another size chooses its batch and schedule anew
    return config;
}

}  // namespace

NineLooks nine_looks(const Config& request, PixelSize picture, std::uint64_t surprise) {
    NineLooks looks;
    for (std::size_t i = 0; i < kLooks; ++i) {
        Look& look = looks[i];
        look.name = kKinds[i].name;
        look.config = look_config(kKinds[i], request, picture);
        look.config.seed += surprise * kLooks + i + 1;
        if (surprise > 0 && kKinds[i].free) surprise_by_seed(look.config);
    }
    return looks;
}

void LookStudy::begin(Trainer& trainer, std::uint64_t surprise) {
    const Image& picture = tools_.picture ? *tools_.picture : *trainer.target();
    looks_ = nine_looks(trainer.run().request(), {picture.width, picture.height}, surprise);
    for (std::size_t i = 0; i < kLooks; ++i) {
        const Config& config = looks_[i].config;
        const Image target = make_target(picture, config);
        const Config network = resolve(config, target);
        loops_[i] = new_step_loop(tools_.options, network, make_dataset_of_target(target, network));
    }
    at_ = 0;
}

void LookStudy::paint() {
    while (looks_[at_].finished) at_ = (at_ + 1) % kLooks;
    Look& look = looks_[at_];
    StepLoop& loop = loops_[at_];
    at_ = (at_ + 1) % kLooks;
    const Burst burst = loop.advance(look.config, loop.burst());
    if (burst.diverged) throw Error("The networks of the nine looks diverged.");
    look.finished = loop.step >= loop.total_steps(look.config.schedule);
    const Image& target = loop.dataset->target;
    look.drawing = std::make_shared<const Image>(draw_rows(
        *loop.backend, loop.dataset->grid, {target.width, target.height}, 0, target.height, {}));
    if (look.finished) loop = {};  // frees its memory
}

bool LookStudy::update(Trainer& trainer, const ViewRequest& view, ShareOfTime*) {
    if (!view.looks) {
        *this = LookStudy(StudyTools(tools_));
        return false;
    }
    const bool is_new = begun_ != view.looks;
    if (!is_new && finished_) return false;
    try {
        if (is_new)
            begin(trainer, *view.looks);
        else
            paint();
    } catch (...) {
        *this = LookStudy(StudyTools(tools_));
        begun_ = view.looks;
        throw;
    }
    begun_ = view.looks;
    finished_ = std::ranges::all_of(looks_, &Look::finished);
    newest_ = std::make_shared<const NineLooks>(looks_);
    return !finished_;
}

}  // namespace redraw
