#include "engine/enlarge/enlargement.h"

#include "engine/data/resolve.h"
#include "engine/device/devices.h"
#include "engine/network/initialisation.h"
#include "engine/training/burst.h"
#include "engine/training/step_rates.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace redraw {

Enlargement::Enlargement(Image&& picture, Config config, const BackendOptions& options)
    : config_(std::move(config)) {
    Image target =
        learns_as_it_is(picture, config_) ? std::move(picture) : make_target(picture, config_);
    picture = {};
    config_ = resolve(config_, target);
    dataset_ = std::make_shared<const Dataset>(make_dataset_of_target(std::move(target), config_));
    steps_ = config_.schedule.epochs * dataset_->steps_per_epoch();
    const int channels = dataset_->target.channels;
    backend_ = make_backend(options, config_.network, config_.optimizer, channels, dataset_);
    backend_->load(fresh_state(initial_parameters(config_.network, channels, config_.seed),
                               config_.optimizer.kind));
}

bool Enlargement::advance() {
    if (step_ < steps()) {
        train();
        return false;
    }
    if (!study_) study_ = std::make_unique<OwnHalfStudy>(*backend_, picture());
    if (!study_->advance()) return false;
    worth_ = study_->worth();
    return finished_ = true;
}

double Enlargement::progress() const {
    constexpr double kTraining = 0.9;
    const double trained = steps() > 0 ? double(step_) / double(steps()) : 1;
    return kTraining * trained + (1 - kTraining) * (study_ ? study_->progress() : 0);
}

void Enlargement::train() {
    const std::int64_t count = std::min(steps_of_burst(step_seconds_), steps() - step_);
    const std::vector<float> rates =
        step_rates(config_.schedule, config_.optimizer, *dataset_, 0, step_, count);
    std::vector<StepResult> results(rates.size());
    const auto start = std::chrono::steady_clock::now();
    backend_->train(rates, results);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    step_seconds_ = spent.count() / double(count);
    step_ += count;
    if (!std::isfinite(results.back().loss))
        throw Error("Learning diverged: the loss is no longer a number. Another --seed may help.");
}

}  // namespace redraw
