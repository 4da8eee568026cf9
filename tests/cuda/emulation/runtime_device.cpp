// Devices, versions, errors and memory of cuda_emulation/runtime_api.h.
#include "stream.h"

#include <cstdio>
#include <cstdlib>

using namespace redraw::cuda::emulation;

namespace {

constexpr int kVersion = 13000;

// Runs `function` under the device's lock; if the device is lost, returns that error instead.
template <class Function>
cudaError_t call(Function function) {
    const std::scoped_lock lock(device().mutex);
    return result(device().lost != cudaSuccess ? device().lost : function());
}

cudaError_t allocate(void** pointer, std::size_t bytes) {
    if (pointer == nullptr) return cudaErrorInvalidValue;
    *pointer = nullptr;
    if (device().allocation_fails() ||
        bytes > device().settings.total_memory - device().memory.bytes())
        return cudaErrorMemoryAllocation;
    if (bytes == 0) return cudaSuccess;
    *pointer = device().memory.allocate(bytes);
    return *pointer == nullptr ? cudaErrorMemoryAllocation : cudaSuccess;
}

}  // namespace

const char* cudaGetErrorString(cudaError_t error) {
    switch (error) {
        case cudaErrorInvalidValue:
            return "invalid argument";
        case cudaErrorIllegalAddress:
            return "an illegal memory access was encountered";
        default:
            return "something else went wrong";
    }
}

cudaError_t cudaGetDeviceCount(int* count) {
    return call([&] {
        *count = 1;
        return cudaSuccess;
    });
}

cudaError_t cudaGetDevice(int* number) {
    return call([&] {
        *number = 0;
        return cudaSuccess;
    });
}

cudaError_t cudaSetDevice(int number) {
    return call([&] { return number == 0 ? cudaSuccess : cudaErrorInvalidDevice; });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int number) {
    return call([&] {
        if (number != 0) return cudaErrorInvalidDevice;
        const Settings& settings = device().settings;
        *properties = {};
        std::snprintf(properties->name, sizeof properties->name, "Emulated device");
        properties->totalGlobalMem = settings.total_memory;
        properties->major = settings.major;
        properties->minor = settings.minor;
        properties->multiProcessorCount = settings.multiprocessors;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int number) {
    return call([&] {
        if (number != 0) return cudaErrorInvalidDevice;
        const Settings& settings = device().settings;
        switch (attribute) {
            case cudaDevAttrMultiProcessorCount:
                *value = settings.multiprocessors;
                break;
            case cudaDevAttrComputeCapabilityMajor:
                *value = settings.major;
                break;
            case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
                *value = device().settings.shared_memory + 1024;
                break;
            case cudaDevAttrMaxSharedMemoryPerBlockOptin:
                *value = device().settings.shared_memory;
                break;
        }
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceSynchronize() {
    return call([] {
        if (capture_forbids()) return cudaErrorStreamCaptureUnsupported;
        ++device().counters.synchronisations;
        return drain_all();
    });
}

cudaError_t cudaRuntimeGetVersion(int* version) {
    *version = kVersion;
    return cudaSuccess;
}

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
    return call([&] {
        if (capture_forbids()) return cudaErrorStreamCaptureUnsupported;
        return allocate(pointer, bytes);
    });
}

cudaError_t cudaFree(void* pointer) {
    const std::scoped_lock lock(device().mutex);
    if (device().lost == cudaSuccess && capture_forbids())
        return result(cudaErrorStreamCaptureUnsupported);
    drain_all();  // queued work may still use the memory
    const bool freed = pointer == nullptr || device().memory.free(pointer);
    return result(device().lost != cudaSuccess ? device().lost
                  : freed                      ? cudaSuccess
                                               : cudaErrorInvalidValue);
}

cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
    return call([&] {
        const cudaStream_t found = find_stream(stream);
        if (found == nullptr) return cudaErrorInvalidResourceHandle;
        if (found->capture) return cudaErrorNotSupported;  // the backend allocates earlier
        return allocate(pointer, bytes);
    });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
    const std::scoped_lock lock(device().mutex);
    if (device().lost != cudaSuccess) {
        device().memory.free(pointer);
        return result(device().lost);
    }
    const cudaStream_t found = find_stream(stream);
    if (found == nullptr) return result(cudaErrorInvalidResourceHandle);
    if (found->capture) return result(cudaErrorNotSupported);
    if (pointer == nullptr || !device().memory.contains(pointer, 0))
        return result(cudaErrorInvalidValue);
    return result(enqueue(found, [pointer] { device().memory.free(pointer); }));
}

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
    return call([&] {
        if (capture_forbids()) return cudaErrorStreamCaptureUnsupported;
        *pointer = nullptr;
        if (device().allocation_fails()) return cudaErrorMemoryAllocation;
        *pointer = std::malloc(bytes);
        if (*pointer == nullptr) return cudaErrorMemoryAllocation;
        std::fill_n(static_cast<unsigned char*>(*pointer), bytes, 0xFF);
        device().pinned.emplace(static_cast<std::byte*>(*pointer), bytes);
        return cudaSuccess;
    });
}

cudaError_t cudaFreeHost(void* pointer) {
    const std::scoped_lock lock(device().mutex);
    drain_all();
    const bool known =
        pointer == nullptr || device().pinned.erase(static_cast<std::byte*>(pointer)) == 1;
    if (known) std::free(pointer);
    return result(device().lost != cudaSuccess ? device().lost
                  : known                      ? cudaSuccess
                                               : cudaErrorInvalidValue);
}

// Pools are accepted and ignored: their settings do not matter here.
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int number) {
    return call([&] {
        *pool = nullptr;
        return number == 0 ? cudaSuccess : cudaErrorInvalidDevice;
    });
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*) {
    return call([] { return cudaSuccess; });
}
