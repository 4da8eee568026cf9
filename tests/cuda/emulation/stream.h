// Streams queue work and do it as late as the rules allow: when something waits for it. So a
// program that forgets to wait reads old bytes, here as (now and then) on a device. While a stream
// is being captured, its work goes into a graph instead. Everything here is called with the device
// locked.
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
    std::int64_t queued = 0, done = 0;  // counts of work; queued - done == queue.size()
    std::optional<Capture> capture;
};

struct CUevent_st {
    cudaStream_t stream = nullptr;  // null: never recorded
    std::int64_t ticket = 0;        // stream->done once everything before the record is done
    std::chrono::steady_clock::time_point time;
};

namespace redraw::cuda::emulation {

// Null stands for the default stream. Null comes back for a handle that is not alive.
cudaStream_t find_stream(cudaStream_t stream);
cudaStream_t default_stream();
// Appends `work` to the stream, or to the graph its capture makes.
cudaError_t enqueue(cudaStream_t stream, Work work);
// Until `ticket` pieces of work of the stream are done. Returns the device's error.
cudaError_t drain(cudaStream_t stream, std::int64_t ticket);
cudaError_t drain(cudaStream_t stream);
cudaError_t drain_all();
// What must not be called on a thread that captures a stream: its captures are then invalid.
bool capture_forbids();
// An event that stands in a captured graph or whose stream is gone is complete.
bool complete(cudaEvent_t event);

}  // namespace redraw::cuda::emulation
