#include "engine/features/neurons/neuron_study.h"

#include "engine/features/neurons/neuron_sum.h"
#include "engine/seconds.h"
#include "engine/training/share_of_time.h"
#include "engine/training/trainer.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

constexpr double kPartSeconds = 0.008;
// Most multiplications for a coarse and for a fine set of neuron pictures. A coarse set takes some
// hundredths of a second.
constexpr double kCoarseWork = 1e8, kFineWork = 4e9;
// While training runs: kLiveSeconds from one set of neuron pictures to the next, and kLeastLive to
// kMostLive seconds for rendering a set.
constexpr double kLiveSeconds = 0.4, kLeastLive = 0.012, kMostLive = 0.04;
constexpr double kLeastLiveWork = 2e6, kFirstLiveWork = 2e7;
constexpr double kMostValues = 2e6;      // most values in all small neuron pictures together
constexpr double kSmallestPicture = 64;  // pixels, even if the limits above are then exceeded

// The cost of computing the hidden layers; with a chosen neuron, only up to that neuron.
struct Cost {
    double work = 0;    // multiplications per pixel of a neuron picture
    double values = 0;  // values stored per pixel of a neuron picture
};

Cost cost_of(const NeuronForward& forward, const std::optional<NeuronIndex>& chosen) {
    Cost cost;
    double inputs = forward.input_count();
    const int layers = chosen ? chosen->layer : forward.layers();
    for (int layer = 0; layer < layers; ++layer) {
        cost.work += inputs * forward.width(layer);
        cost.values += forward.width(layer);
        inputs = forward.width(layer);
    }
    if (chosen) cost = {cost.work + inputs, 1};
    return cost;
}

std::optional<NeuronIndex> within(std::optional<NeuronIndex> chosen, const NetworkSpec& network) {
    if (!chosen || chosen->layer < 0 || chosen->layer >= int(network.layers.size())) return {};
    if (chosen->neuron < 0 || chosen->neuron >= network.layers[std::size_t(chosen->layer)])
        return {};
    return chosen;
}

// Leaves out muted neurons of the last hidden layer, which change the output of no neuron.
NetworkEdits within_layers(NetworkEdits edits, const NetworkSpec& network) {
    std::erase_if(edits.muted, [&](const NeuronIndex& index) {
        return index.layer + 1 == int(network.layers.size());
    });
    return edits;
}

}  // namespace

NeuronStudy::NeuronStudy() : live_work_(kFirstLiveWork) {}

bool NeuronStudy::update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) {
    if (!view.neurons) {
        drawing_.reset();
        drawn_ = Detail::none;  // a later request renders everything again
        return false;
    }
    const std::int64_t step = view.at_step.value_or(trainer.step());
    const Subject wanted{view.region.value_or(trainer.dataset().grid), step, step != trainer.step(),
                         within(view.neurons->chosen, trainer.config().network),
                         within_layers(view.edits, trainer.config().network)};
    // Finishes a set of pictures that was begun at an earlier step of training; otherwise no set
    // would ever be shown.
    Subject same = subject_;
    if (!wanted.past && !subject_.past) same.step = wanted.step;
    const bool live = training && !wanted.past;
    // While training runs, a fine set of pictures would be outdated before it is finished.
    const bool too_fine = live && detail_ == Detail::fine;
    const bool goes_on = drawing_ && same == wanted && !too_fine;
    Detail next = Detail::coarse;
    if (!goes_on) {
        drawing_.reset();
        if (subject_ == wanted && drawn_ != Detail::none) {
            next = Detail::fine;
            if (drawn_ == Detail::fine || live) return false;
        }
    }
    const bool overdue = live && (!newest_ || seconds_since(live_at_) >= kLiveSeconds);
    if (training && !overdue && !training->due()) return false;
    const ShareOfTime::Part part(overdue ? nullptr : training);
    if (!goes_on) live_seconds_ = 0;
    if (!goes_on && !begin(trainer, wanted, next, live)) return false;
    const auto begun = std::chrono::steady_clock::now();
    bool done = false;
    while (!done && (overdue || seconds_since(begun) < kPartSeconds)) done = drawing_->advance();
    live_seconds_ += seconds_since(begun);
    if (done && live) pace_live();
    if (done) finish();
    return !training && (drawing_ || drawn_ != Detail::fine);
}

// Halves or doubles the work allowed for a set of neuron pictures if the last set took too long or
// very little time. Smaller changes would change the pictures' size each time.
void NeuronStudy::pace_live() {
    live_at_ = std::chrono::steady_clock::now();
    if (live_seconds_ > kMostLive)
        live_work_ = std::max(kLeastLiveWork, live_work_ / 2);
    else if (live_seconds_ < kLeastLive)
        live_work_ = std::min(kCoarseWork, live_work_ * 2);
}

bool NeuronStudy::begin(Trainer& trainer, const Subject& subject, Detail detail, bool live) {
    if (subject != subject_) drawn_ = Detail::none;
    subject_ = subject;
    detail_ = detail;
    if (!read(trainer, subject)) {
        drawn_ = Detail::fine;  // the keyframe no longer exists: the last pictures stay
        return false;
    }
    const Cost cost = cost_of(*forward_, subject.chosen);
    const int longest = subject.chosen ? kLongestLarge : kLongestSmall;
    const double work = detail == Detail::fine ? kFineWork : live ? live_work_ : kCoarseWork;
    const double pixels =
        std::max(kSmallestPicture, std::min(work / cost.work, kMostValues / cost.values));
    const Grid grid = small_grid(subject.area, pixels, longest);
    if (detail == Detail::fine && newest_ && drawn_ == Detail::coarse &&
        grid == (subject.chosen ? newest_->large_grid : newest_->grid)) {
        drawn_ = Detail::fine;  // the coarse set already has the finest resolution
        return false;
    }
    drawing_.emplace(forward_, grid, subject.chosen);
    return true;
}

// Makes `forward_` the network of the requested step and edits; returns false if that keyframe no
// longer exists.
bool NeuronStudy::read(Trainer& trainer, const Subject& subject) {
    if (forward_ && forward_step_ == subject.step && forward_edits_ == subject.edits) return true;
    auto parameters = edited_parameters(trainer, subject.step, subject.edits);
    if (!parameters) return false;
    forward_ = std::make_shared<const NeuronForward>(trainer.config().network, trainer.channels(),
                                                     std::move(*parameters), trainer.target());
    forward_step_ = subject.step;
    forward_edits_ = subject.edits;
    loudest_ = loudest_first(forward_, trainer.dataset().grid);
    return true;
}

void NeuronStudy::finish() {
    auto pictures = std::make_shared<NeuronPictures>();
    pictures->step = subject_.step;
    pictures->loudest = loudest_;
    if (const auto& chosen = subject_.chosen) {
        pictures->chosen = chosen;
        pictures->large = std::move(drawing_->pictures()[0]);
        pictures->large_grid = drawing_->grid();
        pictures->weights = forward_->weights(chosen->layer, chosen->neuron);
        pictures->bias = forward_->bias(chosen->layer, chosen->neuron);
    } else {
        pictures->grid = drawing_->grid();
        pictures->layers = std::move(drawing_->pictures());
    }
    newest_ = std::move(pictures);
    drawing_.reset();
    drawn_ = detail_;
}

}  // namespace redraw
