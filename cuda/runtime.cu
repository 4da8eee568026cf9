#include "cuda/runtime.h"

#include "engine/backend/backend.h"

#include <string>

namespace redraw::cuda {
namespace {

// Describes an error. Most kernel errors are sticky: every later call returns them too.
const char* what_it_did(cudaError_t status) {
    switch (status) {
        case cudaErrorInvalidDeviceFunction:
        case cudaErrorNoKernelImageForDevice:
        case cudaErrorUnsupportedPtxVersion:
        case cudaErrorNotSupported:
            return "lacks what was needed";
        case cudaErrorInvalidValue:
        case cudaErrorInvalidConfiguration:
        case cudaErrorInvalidResourceHandle:
        case cudaErrorLaunchOutOfResources:
            return "refused what it was asked";
        default:
            return "was lost";
    }
}

}  // namespace

void check(cudaError_t status, const char* doing) {
    if (status == cudaSuccess) return;
    cudaGetLastError();  // clears the error, so that the next check does not report it again
    if (status == cudaErrorMemoryAllocation)
        throw DeviceFailed(std::string("The GPU ran out of memory while ") + doing + ".");
    throw DeviceFailed(std::string("The GPU ") + what_it_did(status) + " while " + doing + ": " +
                       cudaGetErrorString(status) + ".");
}

Stream make_stream(StreamPriority priority) {
    int least = 0, greatest = 0;  // greater priorities are smaller numbers
    check(cudaDeviceGetStreamPriorityRange(&least, &greatest), "starting");
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking,
                                       priority == StreamPriority::greatest ? greatest : least),
          "starting");
    return Stream(stream);
}

}  // namespace redraw::cuda
