// Trains a run in one of two ways: its own network, or the mosaic on top of it (mosaic_learning.h).
// One owner, the Trainer; one thread.
#pragma once

#include "engine/run/run_file.h"
#include "engine/training/step_loop.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace redraw {

class Learning {
public:
    Learning() = default;
    virtual ~Learning() = default;
    Learning(Learning&&) = default;
    Learning& operator=(Learning&&) = default;

    virtual Backend& backend() const = 0;                            // draws the run
    virtual std::int64_t step() const = 0;                           // of the run
    virtual std::int64_t saved_step() const = 0;                     // of the run if saved now
    virtual std::int64_t total_steps(const RunFile& run) const = 0;  // as planned at present
    virtual bool ended(const RunFile& run) const = 0;
    virtual std::int64_t burst() const = 0;  // steps to train in one go
    virtual const std::vector<Keyframe>& moments(const RunFile& run) const = 0;
    // Continues the network in training, and later ones, on another device.
    virtual void continue_on(std::unique_ptr<Backend> device) = 0;
};

// The run's own network. Its backend is moved to a MosaicLearning when a mosaic begins.
class OwnNetwork final : public Learning {
public:
    explicit OwnNetwork(std::shared_ptr<const Dataset> dataset,
                        std::unique_ptr<Backend> backend = nullptr)
        : loop{std::move(dataset), std::move(backend)} {}

    Backend& backend() const override { return *loop.backend; }
    std::int64_t step() const override { return loop.step; }
    std::int64_t saved_step() const override { return loop.step; }
    std::int64_t total_steps(const RunFile& run) const override {
        return loop.total_steps(run.config().schedule);
    }
    bool ended(const RunFile& run) const override { return loop.step >= total_steps(run); }
    std::int64_t burst() const override { return loop.burst(); }
    const std::vector<Keyframe>& moments(const RunFile& run) const override {
        return run.keyframes();
    }
    void continue_on(std::unique_ptr<Backend> device) override {
        loop.backend = std::move(device);
        loop.step_seconds = 0;  // forgets the old device's pace, which sized the bursts
    }

    // Sets the counters; the caller loads the backend.
    void go_on_from(const State& state, const RunFile& run);
    // The state has no optimizer moments, and the next step needs them.
    bool lacks_moments() const { return lacks_moments_; }
    // See Trainer::need_moments(). `backend`: draws the run, perhaps with a mosaic on top.
    void need_moments(Backend& backend, const Config& config);
    // Adds a keyframe of the present step to the run. Returns the step that diverged, if one did.
    std::optional<std::int64_t> keep_keyframe(RunFile& run, float batch_psnr) const;
    // Returns the state to save. `end`: the run ends. Checks OpenGL if its parameters have not
    // changed since the run's last save, at `saved_step`, and at the end. Throws DeviceFailed if
    // the device computes nothing.
    State state(const RunFile& run, std::int64_t saved_step, bool end);

    StepLoop loop;

private:
    bool lacks_moments_ = false;
};

}  // namespace redraw
