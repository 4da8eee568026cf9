// Trains a network on a picture to enlarge that picture, then measures it by the half-size test,
// which chooses what draws the enlargement. A job of small parts. One owner, one thread.
#pragma once

#include "engine/enlarge/half_size_test.h"
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
    // The result of the half-size test. Precondition: finished().
    const HalfSizeResult& worth() const { return worth_; }
    Backend& backend() { return *loop_.backend; }

    const Dataset& dataset() const { return *loop_.dataset; }
    std::shared_ptr<const Image> picture() const { return {loop_.dataset, &dataset().target}; }
    const Config& config() const { return config_; }  // resolved for the picture
    std::int64_t steps() const { return loop_.total_steps(config_.schedule); }

private:
    Config config_;
    StepLoop loop_;
    std::unique_ptr<HalfSizeTest> study_;
    HalfSizeResult worth_;
};

}  // namespace redraw
