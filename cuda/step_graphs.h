// Launches steps as CUDA graphs: one of a single step, one of as many steps as fill 4 to 8
// milliseconds, so that a step costs the host next to nothing and the device never waits for it.
// How the steps of a burst are grouped changes no bit. Owned by the backend, used by its thread.
#pragma once

#include "cuda/runtime.h"

#include <functional>

namespace redraw::cuda {

class StepGraphs {
public:
    // `enqueue_step` enqueues one step on the stream it is given; it may be captured.
    explicit StepGraphs(std::function<void(cudaStream_t)> enqueue_step);

    // Enqueues `steps` steps on `stream`; nothing is waited for. The very first step is enqueued as
    // it is: libraries load their kernels then, which a capture does not allow.
    void enqueue(cudaStream_t stream, int steps);

    // Called when the enqueued work is done: measures a step, once, and makes the graph of several.
    void finished();

    int steps_a_launch() const { return several_ ? several_steps_ : 1; }

private:
    GraphExec capture(int steps) const;

    std::function<void(cudaStream_t)> enqueue_step_;
    GraphExec single_, several_;
    int several_steps_ = 0;  // 0: not measured yet
    Event start_, stop_;
    int timed_steps_ = 0;  // between the events, of the last enqueue()
};

}  // namespace redraw::cuda
