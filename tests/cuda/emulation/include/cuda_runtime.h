// Stands in for CUDA's own <cuda_runtime.h> when a plain C++ compiler reads the kernels: they then
// run on the CPU, one fiber a CUDA thread, and the runtime's functions work on host memory. For
// tests only; found first on the include path of tests/cuda/emulation's targets.
//
// `__shared__` is left undefined on purpose: arrays of a block come from dynamic_shared(), which is
// poisoned for every block, so that one read before it is written shows. Atomic additions of floats
// are missing as well: their order would change a run's bits.
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
