// A second run beside the one that is open: compared with, or raced against.
#include "engine/error.h"
#include "engine/run/run_folder.h"
#include "engine/session/session_loop.h"

#include <limits>
#include <utility>

namespace redraw {

void SessionLoop::compare_with(const std::filesystem::path& run) {
    std::error_code ignored;
    if (std::filesystem::equivalent(run, trainer().run().path(), ignored))
        throw Error("That is the run that is open: choose another one to compare it with.");
    if (companion_ && std::filesystem::equivalent(run, companion_->path(), ignored))
        leave_companion();
    auto companion = std::make_unique<CompanionRun>(run, trainer(), options_);
    leave_companion();
    companion_ = std::move(companion);
    status_.companion = companion_->newest();
}

// Both begin anew, so that neither has a start. The rival learns the same pixels: another size or
// other colours would be another race.
void SessionLoop::race(const Config& wanted) {
    const Trainer& old = trained();
    Config config = old.config(), rival = wanted;
    rival.data.train_size = config.data.train_size;
    rival.data.channels = config.data.channels;
    const std::shared_ptr<const Image> picture = picture_ ? picture_ : status_.target;
    const std::string name = old.run().picture_name(), note = status_.picture_note;
    NewRun run = make_run(new_run_path(name), picture, name, config);
    auto companion = std::make_unique<CompanionRun>(
        start_run(new_run_path(name), *picture, name, rival), picture, bit_depth_, options_);
    adopt(std::move(run), bit_depth_, note);
    companion_ = std::move(companion);
    status_.companion = companion_->newest();
}

void SessionLoop::leave_companion() {
    if (!companion_) return;
    const std::string elsewhere = companion_->close();
    companion_.reset();
    status_.companion.reset();
    if (trainer_ && trainer_->finished()) running_ = false;
    if (!elsewhere.empty()) status_.notice = "B, the rival: " + elsewhere;
}

std::filesystem::path SessionLoop::compared_run() const {
    return companion_ && !companion_->racing() ? companion_->path() : std::filesystem::path();
}

bool SessionLoop::rival_goes_on() const {
    return companion_ && companion_->goes_on();
}

// The one that has trained for less time goes next; what is left alone goes on to its own end.
bool SessionLoop::train_rival() {
    if (!companion_) return false;
    const bool alone = trainer_->finished();
    const bool trained = companion_->train_until(alone ? std::numeric_limits<double>::infinity()
                                                       : trainer_->seconds());
    if (alone && !companion_->goes_on()) running_ = false;
    return trained || alone;
}

bool SessionLoop::advance_companion() {
    if (!companion_) return false;
    guarded([&] {
        if (companion_->update(running_, look_.region)) status_.companion = companion_->newest();
    });
    return false;
}

}  // namespace redraw
