// The network that trains beside the open run.
#pragma once

#include "engine/features/enlarge/enlargement.h"
#include "engine/session/command.h"
#include "engine/session/status.h"
#include "engine/training/trainer.h"

#include <chrono>
#include <memory>
#include <utility>

namespace redraw {

// The network that enlarges the picture, which trains beside the open run. Without a time limit, it
// changes no bit of the run's results. Session thread.
class RunCopies {
public:
    // `picture`: the picture in the largest known size. The trainer and the report outlive this
    // object.
    RunCopies(const BackendOptions& options, const Trainer& trainer,
              std::shared_ptr<const Image> picture, Report& report)
        : options_(options), trainer_(trainer), picture_(std::move(picture)), report_(report) {}

    void on(command::LearnEnlargement);

    // Does a part of the network's work; returns true if more can be done at once.
    bool advance();
    // The network that enlarges the picture; null: not requested, or training failed.
    const std::shared_ptr<Enlargement>& enlargement() const { return enlargement_; }

private:
    using Clock = std::chrono::steady_clock;
    BackendOptions options_;
    const Trainer& trainer_;
    std::shared_ptr<const Image> picture_;
    Report& report_;
    // Kept after its training, because it renders enlargements.
    std::shared_ptr<Enlargement> enlargement_;
    Clock::time_point enlarging_begun_{};
};

}  // namespace redraw
