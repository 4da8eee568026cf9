// Copies, streams and events of cuda_emulation/runtime_api.h.
#include "stream.h"

#include <cstring>
#include <memory>

using namespace redraw::cuda::emulation;

namespace {

// Runs `function` with an existing stream under the device's lock; if the device is lost, returns
// that error instead.
template <class Function>
cudaError_t on_stream(cudaStream_t stream, Function function) {
    const std::scoped_lock lock(device().mutex);
    if (device().lost != cudaSuccess) return result(device().lost);
    const cudaStream_t found = find_stream(stream);
    return result(found == nullptr ? cudaErrorInvalidResourceHandle : function(found));
}

// Enqueues a copy. Host memory is read when the copy runs, as on a device that reads pageable
// memory directly. A copy to pageable memory is complete when the call returns, except in a graph.
cudaError_t enqueue_copy(cudaStream_t stream, void* to, const void* from, std::size_t bytes,
                         cudaMemcpyKind kind) {
    if (bytes == 0) return cudaSuccess;
    const Device& d = device();
    const bool from_device = d.memory.contains(from, bytes);
    const bool to_device = d.memory.contains(to, bytes);
    if (kind != cudaMemcpyDefault) {
        const bool wants_from = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
        const bool wants_to = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
        if (wants_from != from_device || wants_to != to_device) return cudaErrorInvalidValue;
    }
    const bool waits = !to_device && !d.is_pinned(to, bytes);
    const cudaError_t error = enqueue(stream, [=] { std::memcpy(to, from, bytes); });
    return error == cudaSuccess && waits && !stream->capture ? drain(stream) : error;
}

}  // namespace

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
    return on_stream(
        stream, [&](cudaStream_t found) { return enqueue_copy(found, to, from, bytes, kind); });
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return on_stream(nullptr, [&](cudaStream_t found) {
        if (capture_forbids()) return cudaErrorStreamCaptureUnsupported;
        const cudaError_t error = enqueue_copy(found, to, from, bytes, kind);
        return error != cudaSuccess ? error : drain(found);
    });
}

cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
    return on_stream(stream, [&](cudaStream_t found) {
        if (bytes == 0) return cudaSuccess;
        if (!device().memory.contains(to, bytes)) return cudaErrorInvalidValue;
        return enqueue(found, [=] { std::memset(to, value, bytes); });
    });
}

cudaError_t cudaMemset(void* to, int value, std::size_t bytes) {
    {
        const std::scoped_lock lock(device().mutex);
        if (device().lost == cudaSuccess && capture_forbids())
            return result(cudaErrorStreamCaptureUnsupported);
    }
    return cudaMemsetAsync(to, value, bytes, nullptr);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int) {
    return on_stream(nullptr, [&](cudaStream_t) {
        // Streams that synchronise with the default stream are not emulated.
        if (flags != cudaStreamNonBlocking) return cudaErrorNotSupported;
        *stream = new CUstream_st;
        device().streams.insert(*stream);
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    *least = 0;
    *greatest = -5;
    return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    const std::scoped_lock lock(device().mutex);
    if (!device().streams.contains(stream)) return result(cudaErrorInvalidResourceHandle);
    drain(stream);
    device().streams.erase(stream);
    delete stream;
    return result(device().lost);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    return on_stream(stream, [](cudaStream_t found) {
        if (found->capture) {
            found->capture->invalidated = true;
            return cudaErrorStreamCaptureUnsupported;
        }
        ++device().counters.synchronisations;
        return drain(found);
    });
}

// Runs one piece of work for each query, so that a program may wait by polling.
cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return on_stream(stream, [](cudaStream_t found) {
        if (found->capture) return cudaErrorStreamCaptureUnsupported;
        if (found->queue.empty()) return cudaSuccess;
        const cudaError_t error = drain(found, found->done + 1);
        return error == cudaSuccess ? cudaErrorNotReady : error;
    });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
    return on_stream(stream, [&](cudaStream_t found) {
        if (!device().events.contains(event)) return cudaErrorInvalidResourceHandle;
        if (found->capture) return cudaErrorNotSupported;  // a graph has one stream here
        if (complete(event)) return cudaSuccess;
        return enqueue(found, [other = event->stream, ticket = event->ticket] {
            if (find_stream(other) != nullptr) drain(other, ticket);
        });
    });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
    return on_stream(nullptr, [&](cudaStream_t) {
        *event = new CUevent_st;
        device().events.insert(*event);
        return cudaSuccess;
    });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    const std::scoped_lock lock(device().mutex);
    if (!device().events.contains(event)) return result(cudaErrorInvalidResourceHandle);
    if (!complete(event)) drain(event->stream, event->ticket);
    device().events.erase(event);
    delete event;
    return result(device().lost);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return on_stream(stream, [&](cudaStream_t found) {
        if (!device().events.contains(event)) return cudaErrorInvalidResourceHandle;
        const bool captured = found->capture.has_value();
        const cudaError_t error = enqueue(found, [event] {
            if (device().events.contains(event)) event->time = std::chrono::steady_clock::now();
        });
        if (error != cudaSuccess) return error;
        event->stream = captured ? nullptr : found;
        event->ticket = found->queued;
        return cudaSuccess;
    });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return on_stream(nullptr, [&](cudaStream_t) {
        if (!device().events.contains(event)) return cudaErrorInvalidResourceHandle;
        ++device().counters.synchronisations;
        return complete(event) ? cudaSuccess : drain(event->stream, event->ticket);
    });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    return on_stream(nullptr, [&](cudaStream_t) {
        if (!device().events.contains(event)) return cudaErrorInvalidResourceHandle;
        if (complete(event)) return cudaSuccess;
        const cudaError_t error = drain(event->stream, event->stream->done + 1);
        return error == cudaSuccess ? cudaErrorNotReady : error;
    });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
    return on_stream(nullptr, [&](cudaStream_t) {
        if (!device().events.contains(start) || !device().events.contains(end))
            return cudaErrorInvalidResourceHandle;
        if (!complete(start) || !complete(end)) return cudaErrorNotReady;
        *milliseconds = std::chrono::duration<float, std::milli>(end->time - start->time).count();
        return cudaSuccess;
    });
}
