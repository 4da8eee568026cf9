#include "stream.h"

#include <utility>

using namespace redraw::cuda::emulation;

namespace redraw::cuda::emulation {

namespace {

// Makes device memory accessible while an instance exists. Instances nest.
class Working {
public:
    Working() {
        if (depth_++ == 0) device().memory.open();
    }
    ~Working() {
        if (--depth_ == 0) device().memory.close();
    }

private:
    static inline int depth_ = 0;
};

}  // namespace

cudaStream_t default_stream() {
    static CUstream_st* const stream = new CUstream_st;
    return stream;
}

cudaStream_t find_stream(cudaStream_t stream) {
    if (stream == nullptr) return default_stream();
    return device().streams.contains(stream) ? stream : nullptr;
}

cudaError_t enqueue(cudaStream_t stream, Work work) {
    if (stream->capture) {
        if (stream->capture->invalidated) return cudaErrorStreamCaptureInvalidated;
        stream->capture->nodes.push_back(std::move(work));
        return cudaSuccess;
    }
    stream->queue.push_back(std::move(work));
    ++stream->queued;
    return cudaSuccess;
}

cudaError_t drain(cudaStream_t stream, std::int64_t ticket) {
    if (stream->queue.empty()) return device().lost;
    const Working working;
    while (stream->done < ticket && !stream->queue.empty()) {
        const Work work = std::move(stream->queue.front());
        stream->queue.pop_front();
        ++stream->done;
        if (device().lost == cudaSuccess) work();
    }
    return device().lost;
}

cudaError_t drain(cudaStream_t stream) {
    return drain(stream, stream->queued);
}

cudaError_t drain_all() {
    drain(default_stream());
    for (cudaStream_t stream : std::vector(device().streams.begin(), device().streams.end()))
        drain(stream);
    return device().lost;
}

bool capture_forbids() {
    bool forbidden = false;
    for (cudaStream_t stream : device().streams) {
        if (!stream->capture || stream->capture->thread != std::this_thread::get_id()) continue;
        stream->capture->invalidated = true;
        forbidden = true;
    }
    return forbidden;
}

bool complete(cudaEvent_t event) {
    return event->stream == nullptr || find_stream(event->stream) == nullptr ||
           event->stream->done >= event->ticket;
}

void enqueue_kernel(const LaunchShape& shape, cudaStream_t stream, std::function<void()> thread) {
    const std::scoped_lock lock(device().mutex);
    const auto count = [](dim3 d) { return std::uint64_t{d.x} * d.y * d.z; };
    cudaStream_t found = find_stream(stream);
    cudaError_t error = device().lost;
    if (error == cudaSuccess && found == nullptr) error = cudaErrorInvalidResourceHandle;
    if (error == cudaSuccess &&
        (count(shape.grid) == 0 || count(shape.block) == 0 || count(shape.block) > 1024 ||
         shape.block.z > 64 || shape.grid.y > 65535 || shape.grid.z > 65535))
        error = cudaErrorInvalidConfiguration;
    if (error == cudaSuccess && shape.shared_bytes > device().settings.shared_memory)
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess)
        error = enqueue(
            found, [shape, thread = std::move(thread)] { device().run_kernel(shape, thread); });
    result(error);
}

}  // namespace redraw::cuda::emulation
