// Networks that learn beside the open run, which they leave alone to the bit: the copy that cools
// down, the one that is measured on held-out pixels, and the one that enlarges the picture. Session
// thread.
#pragma once

#include "engine/enlarge/enlargement.h"
#include "engine/session/command.h"
#include "engine/session/status.h"
#include "engine/studies/copies.h"
#include "engine/training/trainer.h"

#include <chrono>
#include <memory>

namespace redraw {

class RunCopies {
public:
    // `picture`: the largest that is known. The trainer and the report outlive this.
    RunCopies(const BackendOptions& options, const Trainer& trainer,
              std::shared_ptr<const Image> picture, Report& report)
        : options_(options), trainer_(trainer), picture_(std::move(picture)), report_(report) {}

    void on(command::PreviewCoolDown);
    void on(command::DropCoolDown);
    void on(command::MeasureHeldOut);
    void on(command::DropHeldOut);
    void on(command::LearnEnlargement);

    // A part of each; true when there is more to do at once. `notify`: a finished measurement of
    // held-out pixels is a notice.
    bool advance(bool notify);
    // A measurement of held-out pixels ends where the run's schedule is another one by now.
    void drop_outdated();
    // The network that enlarges the picture; null: not asked for, or learning failed.
    const std::shared_ptr<Enlargement>& enlargement() const { return enlargement_; }

private:
    using Clock = std::chrono::steady_clock;
    template <class Work, class Result, class Part>
    bool advance(std::shared_ptr<Work>& work, std::shared_ptr<const Result>& result,
                 const Part& part);

    BackendOptions options_;
    const Trainer& trainer_;
    std::shared_ptr<const Image> picture_;
    Report& report_;
    std::shared_ptr<CoolDownCopy> cool_down_;
    std::shared_ptr<HeldOut> held_out_;
    std::shared_ptr<Enlargement> enlargement_;  // kept when it is learned: it draws
    Clock::time_point held_out_begun_{}, enlarging_begun_{};
};

}  // namespace redraw
