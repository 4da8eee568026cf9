// A picture that teaches its own enlargement, in one go: learned, measured on its own half, then
// drawn as that measure says. A job of small parts. One owner, one thread.
#pragma once

#include "engine/data/dataset.h"
#include "engine/enlarge/own_half.h"
#include "engine/job.h"

namespace redraw {

class Enlargement : public Job {
public:
    // `config`: of the preset `enlarge`, with its epochs chosen for the picture's size. Throws
    // Error.
    Enlargement(Image&& picture, Config config, const BackendOptions& options);

    // The next part; true when it is learned and measured. Throws Error when it diverged.
    bool advance() override;
    double progress() const override;
    bool finished() const { return finished_; }
    // Once it is done: what it is worth, and what draws it.
    const OwnHalfWorth& worth() const { return worth_; }
    Backend& backend() { return *backend_; }

    const Dataset& dataset() const { return *dataset_; }
    std::shared_ptr<const Image> picture() const { return {dataset_, &dataset_->target}; }
    const Config& config() const { return config_; }  // with what the picture chose
    std::int64_t steps() const { return steps_; }

private:
    void train();

    Config config_;
    std::shared_ptr<const Dataset> dataset_;
    std::unique_ptr<Backend> backend_;
    std::int64_t steps_ = 0, step_ = 0;
    double step_seconds_ = 0;
    std::unique_ptr<OwnHalfStudy> study_;
    OwnHalfWorth worth_;
    bool finished_ = false;
};

}  // namespace redraw
