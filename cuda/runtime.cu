#include "cuda/runtime.h"

#include "engine/backend/backend.h"

#include <string>

namespace redraw::cuda {

void check(cudaError_t status, const char* doing) {
    if (status == cudaSuccess) return;
    cudaGetLastError();  // reported here: the next check shall not see it again
    if (status == cudaErrorMemoryAllocation)
        throw DeviceFailed(std::string("The GPU ran out of memory while ") + doing + ".");
    throw DeviceFailed(std::string("The GPU was lost while ") + doing + ": " +
                       cudaGetErrorString(status) + ".");
}

}  // namespace redraw::cuda
