// Streams queue work and run it only when something waits for it. A program that forgets to wait
// therefore reads old data, as it sometimes does on a device. During a capture, a stream's work
// goes into a graph instead. All functions require the device's lock.
#pragma once

#include "device.h"

#include <chrono>
#include <deque>
#include <functional>
#include <optional>
#include <thread>
#include <vector>

using Work = std::function<void()>;

struct CUgraph_st {
    std::vector<Work> nodes;
};

struct CUgraphExec_st {
    std::vector<Work> nodes;
};

struct Capture {
    std::thread::id thread;
    std::vector<Work> nodes;
    bool invalidated = false;
};

struct CUstream_st {
    std::deque<Work> queue;
    std::int64_t queued = 0, done = 0;  // pieces of work; queued - done == queue.size()
    std::optional<Capture> capture;
};

struct CUevent_st {
    cudaStream_t stream = nullptr;  // null: never recorded
    std::int64_t ticket = 0;        // complete when stream->done reaches this
    std::chrono::steady_clock::time_point time;
};

namespace redraw::cuda::emulation {

// Returns the stream of a handle: the default stream for null, null for an unknown handle.
cudaStream_t find_stream(cudaStream_t stream);
cudaStream_t default_stream();
// Appends `work` to the stream or, during a capture, to its graph.
cudaError_t enqueue(cudaStream_t stream, Work work);
// Runs work of the stream until `ticket` pieces are done, by default all. Returns the device's
// error.
cudaError_t drain(cudaStream_t stream, std::int64_t ticket);
cudaError_t drain(cudaStream_t stream);
cudaError_t drain_all();
// Returns true if this thread captures a stream, and invalidates its captures. Called by functions
// that CUDA forbids during a capture.
bool capture_forbids();
// True if the work before the event is done. Events in a graph or of a destroyed stream are
// complete.
bool complete(cudaEvent_t event);

}  // namespace redraw::cuda::emulation
