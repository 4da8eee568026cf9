#include "cuda/error.h"

#include "engine/error.h"

#include <string>

namespace redraw::cuda {

void check(cudaError_t status, const char* doing) {
    if (status == cudaSuccess) return;
    cudaGetLastError();  // reported here: the next check shall not see it again
    if (status == cudaErrorMemoryAllocation)
        throw Error(std::string("The GPU ran out of memory while ") + doing + ".");
    throw Error(std::string("The GPU was lost while ") + doing + ": " + cudaGetErrorString(status) +
                ". Training can go on on the CPU from the last saved state.");
}

}  // namespace redraw::cuda
