// Copies between host and device, typed, in the order of a stream.
#pragma once

#include "cuda/handles.h"

#include <cstddef>
#include <span>

namespace redraw::cuda {

// The source may be changed or freed as soon as this returns, unless it is pinned memory.
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

// A buffer with these values.
template <class T>
DeviceBuffer<T> uploaded(std::span<const T> values, cudaStream_t stream, const char* doing) {
    DeviceBuffer<T> buffer(values.size(), stream, doing);
    upload(values.data(), buffer.get(), values.size(), stream, doing);
    return buffer;
}

}  // namespace redraw::cuda
