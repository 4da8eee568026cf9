// Replaces CUDA's <cuda_runtime.h> when a plain C++ compiler compiles the kernels. They run on the
// CPU, one fiber for each CUDA thread, and the runtime's functions use host memory. For tests only:
// the include path of tests/cuda/emulation's targets finds this header first.
//
// `__shared__` is undefined on purpose. Shared arrays come from dynamic_shared(), which is poisoned
// for every block, so that a read before a write shows. Atomic additions of floats are missing on
// purpose too: their order would change a run's bits.
#pragma once

#include <math.h>

#define __global__
#define __device__
#define __host__
#define __constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))

#include "cuda_emulation/types.h"

#include "cuda_emulation/runtime_api.h"

#include "cuda_emulation/device_functions.h"
#include "cuda_emulation/launch.h"
