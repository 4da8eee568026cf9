// Launches steps as CUDA graphs: one graph of a single step, and one of up to 256 steps (a power of
// two) that takes at most about 8 ms. This keeps the host's cost per step low and the device busy.
// Grouping does not change the results. Owned by the backend, used on its thread.
#pragma once

#include "cuda/runtime.h"

#include <functional>

namespace redraw::cuda {

class StepGraphs {
public:
    // `enqueue_step` enqueues one step on the given stream, which may be capturing.
    explicit StepGraphs(std::function<void(cudaStream_t)> enqueue_step);

    // Enqueues `steps` steps on `stream` without waiting. The very first step is not captured,
    // because libraries load kernels then, which a capture forbids.
    void enqueue(cudaStream_t stream, int steps);

    // Call when the enqueued work has finished. Measures a step once and creates the graph of
    // several steps.
    void finished();

    int steps_a_launch() const { return several_ ? several_steps_ : 1; }

private:
    GraphExec capture(int steps) const;

    std::function<void(cudaStream_t)> enqueue_step_;
    GraphExec single_, several_;
    int several_steps_ = 0;  // steps in the graph `several_`; 1: no such graph; 0: not measured yet
    Event start_, stop_;
    int timed_steps_ = 0;  // steps between the two events in the last enqueue()
};

}  // namespace redraw::cuda
