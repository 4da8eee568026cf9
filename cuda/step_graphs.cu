#include "cuda/step_graphs.h"

#include <utility>

namespace redraw::cuda {
namespace {

constexpr const char* kTraining = "training";
constexpr float kLongestLaunchMs = 8;  // a window on the same device waits about this long
constexpr int kMostSteps = 256;

// Ends the capture even if the captured code throws.
class Capture {
public:
    explicit Capture(cudaStream_t stream) : stream_(stream) {
        // Thread-local mode does not restrict other threads that use other streams.
        check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), kTraining);
    }
    ~Capture() {
        cudaGraph_t graph = nullptr;
        if (stream_) cudaStreamEndCapture(stream_, &graph);
        const Graph owner(graph);
    }
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;

    Graph end() {
        cudaGraph_t graph = nullptr;
        check(cudaStreamEndCapture(std::exchange(stream_, nullptr), &graph), kTraining);
        return Graph(graph);
    }

private:
    cudaStream_t stream_;
};

}  // namespace

StepGraphs::StepGraphs(std::function<void(cudaStream_t)> enqueue_step)
    : enqueue_step_(std::move(enqueue_step)),
      start_(make_event(cudaEventDefault)),
      stop_(make_event(cudaEventDefault)) {}

// Captures on its own stream. Other threads may release drawings at any time, which frees memory on
// the backend's stream and would be captured there.
GraphExec StepGraphs::capture(int steps) const {
    const Stream stream = make_stream();
    Capture capture(stream.get());
    for (int i = 0; i < steps; ++i) enqueue_step_(stream.get());
    const Graph graph = capture.end();
    cudaGraphExec_t executable = nullptr;
    check(cudaGraphInstantiate(&executable, graph.get(), 0), kTraining);
    return GraphExec(executable);
}

void StepGraphs::enqueue(cudaStream_t stream, int steps) {
    const auto launch_one = [&] { check(cudaGraphLaunch(single_.get(), stream), kTraining); };
    timed_steps_ = 0;
    if (steps > 0 && !single_) {
        enqueue_step_(stream);
        single_ = capture(1);
        --steps;
    }
    for (; several_ && steps >= several_steps_; steps -= several_steps_)
        check(cudaGraphLaunch(several_.get(), stream), kTraining);
    if (several_steps_ == 0 && steps >= 2) {
        launch_one();
        timed_steps_ = --steps;
        check(cudaEventRecord(start_.get(), stream), kTraining);
    }
    while (steps-- > 0) launch_one();
    if (timed_steps_ > 0) check(cudaEventRecord(stop_.get(), stream), kTraining);
}

void StepGraphs::finished() {
    if (timed_steps_ == 0) return;
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, start_.get(), stop_.get()), kTraining);
    const float longest = kLongestLaunchMs * float(std::exchange(timed_steps_, 0));
    several_steps_ = 1;
    while (several_steps_ < kMostSteps && 2 * float(several_steps_) * milliseconds <= longest)
        several_steps_ *= 2;
    if (several_steps_ > 1) several_ = capture(several_steps_);
}

}  // namespace redraw::cuda
