// C++ wrappers of CUDA's runtime. Failures throw, handles have owners (move-only, destroyed once,
// on any thread), and copies between host and device are typed. Errors during destruction are
// ignored, since a lost device frees everything itself.
#pragma once

#include "cuda/language.h"

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

namespace redraw::cuda {

// Throws DeviceFailed unless `status` is success. `doing` completes "The GPU ran out of memory
// while ...", "The GPU was lost while ..." and other beginnings.
void check(cudaError_t status, const char* doing);

template <class Handle, auto destroy>
struct Destroy {
    using pointer = Handle;
    void operator()(Handle handle) const { static_cast<void>(destroy(handle)); }
};
template <class Handle, auto destroy>
using Owner = std::unique_ptr<std::remove_pointer_t<Handle>, Destroy<Handle, destroy>>;

using Stream = Owner<cudaStream_t, cudaStreamDestroy>;
using Event = Owner<cudaEvent_t, cudaEventDestroy>;
using Graph = Owner<cudaGraph_t, cudaGraphDestroy>;
using GraphExec = Owner<cudaGraphExec_t, cudaGraphExecDestroy>;

// Blocks of a high-priority stream run as soon as a multiprocessor has room. Use it for work that a
// window waits for while training fills the device.
enum class StreamPriority { least, greatest };
// Creates a stream that does not synchronise with the default stream.
Stream make_stream(StreamPriority priority = StreamPriority::least);

// Creates an event. Pass cudaEventDisableTiming if only the order matters.
inline Event make_event(unsigned flags) {
    cudaEvent_t event = nullptr;
    check(cudaEventCreateWithFlags(&event, flags), "starting");
    return Event(event);
}

struct FreeInOrder {
    cudaStream_t stream = nullptr;
    void operator()(void* memory) const { static_cast<void>(cudaFreeAsync(memory, stream)); }
};

// An uninitialised array on the device, from the device's memory pool. Allocation and release are
// in stream order: work enqueued on `stream` later can use it, and it is freed after work enqueued
// earlier. The stream must outlive the buffer. Readers on another stream must finish before it is
// released.
template <class T>
class DeviceBuffer {
public:
    DeviceBuffer() = default;
    // `doing` completes "The GPU ran out of memory while ...".
    DeviceBuffer(std::size_t count, cudaStream_t stream, const char* doing) {
        if (count == 0) return;
        void* memory = nullptr;
        check(cudaMallocAsync(&memory, count * sizeof(T), stream), doing);
        memory_ = {memory, FreeInOrder{stream}};
    }
    T* get() const { return static_cast<T*>(memory_.get()); }

private:
    std::unique_ptr<void, FreeInOrder> memory_;
};

// Page-locked host memory, for copies that run while the host continues.
template <class T>
class PinnedBuffer {
public:
    PinnedBuffer() = default;
    PinnedBuffer(std::size_t count, const char* doing) {
        void* memory = nullptr;
        check(cudaMallocHost(&memory, count * sizeof(T)), doing);
        memory_.reset(memory);
    }
    T* get() const { return static_cast<T*>(memory_.get()); }

private:
    Owner<void*, cudaFreeHost> memory_;
};

// Copies to the device. The source must not change until the stream has finished, since a device
// may read pageable memory directly.
template <class T>
void upload(const T* from, T* to, std::size_t count, cudaStream_t stream, const char* doing) {
    if (count == 0) return;
    check(cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyHostToDevice, stream), doing);
}

// Copies to the host. The destination is complete once the stream has finished.
template <class T>
void download(const T* from, T* to, std::size_t count, cudaStream_t stream, const char* doing) {
    if (count == 0) return;
    check(cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyDeviceToHost, stream), doing);
}

// Returns a buffer with these values. Waits for the stream, so the values may be changed or freed
// afterwards.
template <class T>
DeviceBuffer<T> uploaded(std::span<const T> values, cudaStream_t stream, const char* doing) {
    DeviceBuffer<T> buffer(values.size(), stream, doing);
    if (values.empty()) return buffer;
    upload(values.data(), buffer.get(), values.size(), stream, doing);
    check(cudaStreamSynchronize(stream), doing);
    return buffer;
}

// Returns a buffer of zeros, for example for rows that a library reads but nobody has written.
template <class T>
DeviceBuffer<T> zeros(std::size_t count, cudaStream_t stream, const char* doing) {
    DeviceBuffer<T> buffer(count, stream, doing);
    if (count > 0) check(cudaMemsetAsync(buffer.get(), 0, count * sizeof(T), stream), doing);
    return buffer;
}

}  // namespace redraw::cuda
