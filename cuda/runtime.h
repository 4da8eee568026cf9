// CUDA's runtime as C++ has things: what fails is thrown, what it hands out has an owner
// (move-only, destroyed once, on any thread), and copies between host and device are typed. Errors
// of destroying are ignored: a lost device frees everything by itself.
#pragma once

#include "cuda/language.h"

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

namespace redraw::cuda {

// Throws DeviceFailed unless `status` is success. `doing` completes "The GPU ran out of memory
// while ...", "The GPU was lost while ...", "The GPU lacks what was needed while ...".
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

// Blocks of a stream of the greatest priority take a processor as soon as one of another stream's
// leaves it: for what a window waits for, beside training that fills the device.
enum class StreamPriority { least, greatest };
// A stream of its own: it never waits for the default stream, nor that for it.
Stream make_stream(StreamPriority priority = StreamPriority::least);

// `flags`: cudaEventDisableTiming where only the order matters.
inline Event make_event(unsigned flags) {
    cudaEvent_t event = nullptr;
    check(cudaEventCreateWithFlags(&event, flags), "starting");
    return Event(event);
}

struct FreeInOrder {
    cudaStream_t stream = nullptr;
    void operator()(void* memory) const { static_cast<void>(cudaFreeAsync(memory, stream)); }
};

// `count` values on the device, from the device's pool, in the order of `stream`: usable by what is
// enqueued there afterwards, freed when what was enqueued there is done. The stream must outlive
// the buffer; whoever reads it on another stream waits before letting it go. Not initialised.
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

// Host memory that the device copies from and to while the host goes on.
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

// The source stays as it is until the stream is done with this: a device may read pageable memory
// itself.
template <class T>
void upload(const T* from, T* to, std::size_t count, cudaStream_t stream, const char* doing) {
    if (count == 0) return;
    check(cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyHostToDevice, stream), doing);
}

// The destination is complete when the stream is.
template <class T>
void download(const T* from, T* to, std::size_t count, cudaStream_t stream, const char* doing) {
    if (count == 0) return;
    check(cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyDeviceToHost, stream), doing);
}

// A buffer with these values, which may be changed or freed as soon as this returns: it waits for
// what was enqueued before.
template <class T>
DeviceBuffer<T> uploaded(std::span<const T> values, cudaStream_t stream, const char* doing) {
    DeviceBuffer<T> buffer(values.size(), stream, doing);
    if (values.empty()) return buffer;
    upload(values.data(), buffer.get(), values.size(), stream, doing);
    check(cudaStreamSynchronize(stream), doing);
    return buffer;
}

// A buffer of zeros: for what a library reads beyond the rows that mean something.
template <class T>
DeviceBuffer<T> zeros(std::size_t count, cudaStream_t stream, const char* doing) {
    DeviceBuffer<T> buffer(count, stream, doing);
    if (count > 0) check(cudaMemsetAsync(buffer.get(), 0, count * sizeof(T), stream), doing);
    return buffer;
}

}  // namespace redraw::cuda
