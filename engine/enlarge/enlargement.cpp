#include "engine/enlarge/enlargement.h"

#include "engine/data/resolve.h"

#include <utility>

namespace redraw {

Enlargement::Enlargement(Image&& picture, Config config, const BackendOptions& options)
    : config_(std::move(config)) {
    Image target =
        learns_as_it_is(picture, config_) ? std::move(picture) : make_target(picture, config_);
    picture = {};
    config_ = resolve(config_, target);
    loop_ = new_step_loop(options, config_, make_dataset_of_target(std::move(target), config_));
}

bool Enlargement::advance() {
    if (loop_.step < steps()) {
        if (loop_.advance(config_, loop_.burst()).diverged)
            throw Error(
                "Learning diverged: the loss is no longer a number. Another --seed may help.");
        return false;
    }
    if (!study_) study_ = std::make_unique<HalfSizeTest>(backend(), picture());
    if (!study_->advance()) return false;
    worth_ = study_->worth();
    return true;
}

double Enlargement::progress() const {
    constexpr double kTraining = 0.9;
    const double trained = steps() > 0 ? double(loop_.step) / double(steps()) : 1;
    return kTraining * trained + (1 - kTraining) * (study_ ? study_->progress() : 0);
}

}  // namespace redraw
