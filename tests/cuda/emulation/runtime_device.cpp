// Devices, versions, errors and memory of cuda_emulation/runtime_api.h.
#include "stream.h"

#include <cstdio>
#include <cstdlib>

using namespace redraw::cuda::emulation;

namespace {

constexpr int kVersion = 13000;

// Every call starts here: locked, and over at once when the device is lost.
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

const char* cudaGetErrorName(cudaError_t error) {
    switch (error) {
#define REDRAW_NAME(name) \
    case name:            \
        return #name
        REDRAW_NAME(cudaSuccess);
        REDRAW_NAME(cudaErrorInvalidValue);
        REDRAW_NAME(cudaErrorMemoryAllocation);
        REDRAW_NAME(cudaErrorInvalidConfiguration);
        REDRAW_NAME(cudaErrorInsufficientDriver);
        REDRAW_NAME(cudaErrorNoDevice);
        REDRAW_NAME(cudaErrorInvalidDevice);
        REDRAW_NAME(cudaErrorECCUncorrectable);
        REDRAW_NAME(cudaErrorInvalidResourceHandle);
        REDRAW_NAME(cudaErrorNotReady);
        REDRAW_NAME(cudaErrorIllegalAddress);
        REDRAW_NAME(cudaErrorLaunchFailure);
        REDRAW_NAME(cudaErrorNotSupported);
        REDRAW_NAME(cudaErrorStreamCaptureUnsupported);
        REDRAW_NAME(cudaErrorStreamCaptureInvalidated);
#undef REDRAW_NAME
        default:
            return "cudaErrorUnknown";
    }
}

const char* cudaGetErrorString(cudaError_t error) {
    switch (error) {
        case cudaSuccess:
            return "no error";
        case cudaErrorInvalidValue:
            return "invalid argument";
        case cudaErrorMemoryAllocation:
            return "out of memory";
        case cudaErrorInvalidConfiguration:
            return "invalid configuration argument";
        case cudaErrorInvalidResourceHandle:
            return "invalid resource handle";
        case cudaErrorIllegalAddress:
            return "an illegal memory access was encountered";
        case cudaErrorLaunchFailure:
            return "unspecified launch failure";
        case cudaErrorECCUncorrectable:
            return "uncorrectable ECC error encountered";
        case cudaErrorStreamCaptureUnsupported:
            return "operation not permitted when stream is capturing";
        default:
            return cudaGetErrorName(error);
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

cudaError_t cudaSetDeviceFlags(unsigned) {
    return call([] { return cudaSuccess; });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int number) {
    return call([&] {
        if (number != 0) return cudaErrorInvalidDevice;
        const Settings& settings = device().settings;
        *properties = {};
        std::snprintf(properties->name, sizeof properties->name, "Emulated device");
        properties->totalGlobalMem = settings.total_memory;
        properties->sharedMemPerBlock = 48 * 1024;
        properties->sharedMemPerBlockOptin = device().settings.shared_memory;
        properties->sharedMemPerMultiprocessor = device().settings.shared_memory + 1024;
        properties->major = settings.major;
        properties->minor = settings.minor;
        properties->multiProcessorCount = settings.multiprocessors;
        properties->warpSize = 32;
        properties->maxThreadsPerBlock = 1024;
        properties->l2CacheSize = 1 << 20;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int number) {
    return call([&] {
        if (number != 0) return cudaErrorInvalidDevice;
        const Settings& settings = device().settings;
        switch (attribute) {
            case cudaDevAttrMaxThreadsPerBlock:
                *value = 1024;
                break;
            case cudaDevAttrMaxSharedMemoryPerBlock:
                *value = 48 * 1024;
                break;
            case cudaDevAttrWarpSize:
                *value = 32;
                break;
            case cudaDevAttrMultiProcessorCount:
                *value = settings.multiprocessors;
                break;
            case cudaDevAttrKernelExecTimeout:
                *value = 0;
                break;
            case cudaDevAttrIntegrated:
                *value = 0;
                break;
            case cudaDevAttrL2CacheSize:
                *value = 1 << 20;
                break;
            case cudaDevAttrComputeCapabilityMajor:
                *value = settings.major;
                break;
            case cudaDevAttrComputeCapabilityMinor:
                *value = settings.minor;
                break;
            case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
                *value = device().settings.shared_memory + 1024;
                break;
            case cudaDevAttrMaxSharedMemoryPerBlockOptin:
                *value = device().settings.shared_memory;
                break;
            case cudaDevAttrMemoryPoolsSupported:
                *value = 1;
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

// A driver may be asked for its version whatever became of the device.
cudaError_t cudaDriverGetVersion(int* version) {
    *version = kVersion;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* version) {
    *version = kVersion;
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
    return call([&] {
        *total = device().settings.total_memory;
        *free = *total - device().memory.bytes();
        return cudaSuccess;
    });
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
    drain_all();  // what still runs may use it
    const bool freed = pointer == nullptr || device().memory.free(pointer);
    return result(device().lost != cudaSuccess ? device().lost
                  : freed                      ? cudaSuccess
                                               : cudaErrorInvalidValue);
}

cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
    return call([&] {
        const cudaStream_t found = find_stream(stream);
        if (found == nullptr) return cudaErrorInvalidResourceHandle;
        if (found->capture) return cudaErrorNotSupported;  // a path allocates before it is captured
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

cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned) {
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

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
    return cudaHostAlloc(pointer, bytes, cudaHostAllocDefault);
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

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    return call([&] {
        auto* address = const_cast<void*>(pointer);
        const bool on_device = device().memory.contains(pointer, 1);
        const bool pinned = device().is_pinned(pointer, 1);
        *attributes = {on_device ? cudaMemoryTypeDevice
                       : pinned  ? cudaMemoryTypeHost
                                 : cudaMemoryTypeUnregistered,
                       0, on_device || pinned ? address : nullptr, on_device ? nullptr : address};
        return cudaSuccess;
    });
}

// Pools have no settings that matter here.
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int number) {
    return call([&] {
        *pool = nullptr;
        return number == 0 ? cudaSuccess : cudaErrorInvalidDevice;
    });
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*) {
    return call([] { return cudaSuccess; });
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr, void* value) {
    return call([&] {
        *static_cast<std::uint64_t*>(value) = device().memory.bytes();
        return cudaSuccess;
    });
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, std::size_t) {
    return call([] { return cudaSuccess; });
}
