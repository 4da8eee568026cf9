// Networks that train beside the open run.
#pragma once

#include "engine/features/enlarge/enlargement.h"
#include "engine/features/studies/trained_copies.h"
#include "engine/session/command.h"
#include "engine/session/status.h"
#include "engine/training/trainer.h"

#include <chrono>
#include <memory>
#include <utility>

namespace redraw {

// Networks that train beside the open run: the cool-down preview copy, the held-out measurement
// and the network that enlarges the picture. Without a time limit, they change no bit of the run's
// results. Session thread.
class RunCopies {
public:
    // `picture`: the picture in the largest known size. The trainer and the report outlive this
    // object.
    RunCopies(const BackendOptions& options, const Trainer& trainer,
              std::shared_ptr<const Image> picture, Report& report)
        : options_(options), trainer_(trainer), picture_(std::move(picture)), report_(report) {}

    void on(command::PreviewCoolDown);
    void on(command::DropCoolDown);
    void on(command::MeasureHeldOut);
    void on(command::DropHeldOut);
    void on(command::LearnEnlargement);

    // Does a part of each network's work; returns true if more can be done at once. `notify`: give
    // the user a notice when the held-out measurement is finished.
    bool advance(bool notify);
    // Cancels a held-out measurement that was started under another schedule than the run has now.
    void drop_outdated();
    // The network that enlarges the picture; null: not requested, or training failed.
    const std::shared_ptr<Enlargement>& enlargement() const { return enlargement_; }

private:
    using Clock = std::chrono::steady_clock;
    template <class Work, class Result, class Part>
    bool advance(std::shared_ptr<Work>& work, std::shared_ptr<const Result>& result,
                 const Part& part);

    BackendOptions options_;
    BackendOptions as_the_run() const;  // options for copies of the run, on the same device
    const Trainer& trainer_;
    std::shared_ptr<const Image> picture_;
    Report& report_;
    std::shared_ptr<CoolDownCopy> cool_down_;
    std::shared_ptr<HeldOut> held_out_;
    // Kept after its training, because it renders enlargements.
    std::shared_ptr<Enlargement> enlargement_;
    Clock::time_point held_out_begun_{}, enlarging_begun_{};
};

}  // namespace redraw
