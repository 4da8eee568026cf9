// A picture that teaches its own enlargement, in one go: learned, measured on its own half, then
// drawn as that measure says. A job of small parts. One owner, one thread.
#pragma once

#include "engine/enlarge/own_half.h"
#include "engine/job.h"
#include "engine/training/step_loop.h"

namespace redraw {

class Enlargement : public Job {
public:
    // `config`: of the preset `enlarge`, with its epochs chosen for the picture's size. Throws
    // Error.
    Enlargement(Image&& picture, Config config, const BackendOptions& options);

    // The next part; true when it is learned and measured. Throws Error when it diverged.
    bool advance() override;
    double progress() const override;
    bool finished() const { return !worth_.methods.empty(); }
    // Once it is done: what it is worth, and what draws it.
    const OwnHalfWorth& worth() const { return worth_; }
    Backend& backend() { return *loop_.backend; }

    const Dataset& dataset() const { return *loop_.dataset; }
    std::shared_ptr<const Image> picture() const { return {loop_.dataset, &dataset().target}; }
    const Config& config() const { return config_; }  // with what the picture chose
    std::int64_t steps() const { return loop_.total_steps(config_.schedule); }

private:
    Config config_;
    StepLoop loop_;
    std::unique_ptr<OwnHalfStudy> study_;
    OwnHalfWorth worth_;
};

}  // namespace redraw
