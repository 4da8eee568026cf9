// Marks a function that kernels of every backend share: always inlined, and callable on the host
// and on a CUDA device. A copy left out of line by a file compiled for AVX-512 could be the one the
// linker keeps for every processor.
#pragma once

#if defined(__CUDACC__)
#define REDRAW_NUMERIC __host__ __device__ __forceinline__
#else
#define REDRAW_NUMERIC [[gnu::always_inline]] inline
#endif
