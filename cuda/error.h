// Errors of the CUDA runtime as sentences for the user.
#pragma once

#include "cuda/language.h"

namespace redraw::cuda {

// Throws DeviceFailed unless `status` is success. `doing` completes "The GPU ran out of memory
// while ...", "The GPU was lost while ...".
void check(cudaError_t status, const char* doing);

}  // namespace redraw::cuda
