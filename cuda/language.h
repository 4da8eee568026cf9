// Hides most differences between nvcc and a plain C++ compiler, with which tests run the kernels on
// the CPU. For tests <cuda_runtime.h> comes from tests/cuda/emulation. It runs one fiber for each
// CUDA thread and implements the needed functions of the runtime on host memory.
//
// Kernels are ordinary `__global__` functions in headers. This header wraps what differs between
// the compilers: launching (no <<<>>>), dynamic shared memory, and the tensor core instruction with
// its loads. REDRAW_UNROLL marks loops whose arrays must become registers; REDRAW_NO_UNROLL marks
// loops that must stay loops.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cstring>

#if defined(__CUDACC__)

namespace redraw::cuda {

// Enqueues kernel<<<grid, block, shared_bytes, stream>>>(arguments...), also during graph capture.
// Opts in to more than 48 KiB of shared memory if necessary.
template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes,
            cudaStream_t stream, Arguments... arguments) {
    if (shared_bytes > 48 * 1024)
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             int(shared_bytes));
    kernel<<<grid, block, shared_bytes, stream>>>(static_cast<Parameters>(arguments)...);
}

// Returns the block's dynamic shared memory, 128-byte aligned.
__device__ __forceinline__ std::byte* dynamic_shared() {
    extern __shared__ __align__(128) unsigned char redraw_dynamic_shared[];
    return reinterpret_cast<std::byte*>(redraw_dynamic_shared);
}

// Computes d[16x8] += a[16x16] b[16x8]: mma.sync.m16n8k16, row.col, bf16 operands, fp32
// accumulators. Fragments as in the PTX manual, with lane = 4 group + t:
//   a[0] rows group, columns 2t, 2t+1; a[1] rows group+8; a[2], a[3] the same with columns + 8
//   b[0] rows 2t, 2t+1 of column group; b[1] rows + 8
//   d[0], d[1] row group, columns 2t, 2t+1; d[2], d[3] row group + 8
// Architectures before sm_80 lack this instruction and use the reference path.
__device__ __forceinline__ void mma_bf16(float (&d)[4], const std::uint32_t (&a)[4],
                                         const std::uint32_t (&b)[2]) {
#if __CUDA_ARCH__ >= 800
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
        "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#else
    __trap();
#endif
}

// Loads four 8x8 matrices of 16-bit numbers from shared memory (ldmatrix.x4). Lanes 8i to 8i + 7
// pass the addresses of the rows of matrix i, 16-byte aligned. Lane 4 group + t gets columns 2t,
// 2t+1 of row `group` of matrix i in to[i]; transposed, rows 2t, 2t+1 of column `group`.
template <bool transposed>
__device__ __forceinline__ void load_matrices(std::uint32_t (&to)[4], const std::uint16_t* row) {
    const auto address = unsigned(__cvta_generic_to_shared(row));
    if constexpr (transposed)
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                     : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                     : "r"(address)
                     : "memory");
    else
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                     : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                     : "r"(address)
                     : "memory");
}

// Adds numbers to *to without waiting for the old value (red.global.add). If only one thread adds
// to an address, the additions are in program order.
__device__ __forceinline__ void add_to_own(float4* to, float4 numbers) {
#if __CUDA_ARCH__ >= 900 && CUDART_VERSION >= 12010
    atomicAdd(to, numbers);
#else
    atomicAdd(&to->x, numbers.x);
    atomicAdd(&to->y, numbers.y);
    atomicAdd(&to->z, numbers.z);
    atomicAdd(&to->w, numbers.w);
#endif
}

// Packs two numbers rounded to the nearest bf16 (ties to even), `low` in the low half.
__device__ __forceinline__ std::uint32_t pack_bf16(float low, float high) {
#if __CUDA_ARCH__ >= 800
    std::uint32_t pair;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
    return pair;
#else
    __trap();
    return 0;
#endif
}

}  // namespace redraw::cuda

#define REDRAW_UNROLL _Pragma("unroll")
#define REDRAW_NO_UNROLL _Pragma("unroll 1")

#else

namespace redraw::cuda {

using emulation::dynamic_shared;
using emulation::launch;
using emulation::mma_bf16;

template <bool transposed>
inline void load_matrices(std::uint32_t (&to)[4], const std::uint16_t* row) {
    const int lane = int(threadIdx.x % 32), group = lane / 4, t = lane % 4;
    if (reinterpret_cast<std::uintptr_t>(row) % 16 != 0) __trap();
    const auto row_of = [row](int source) {
        const auto address = reinterpret_cast<std::uintptr_t>(row);
        return reinterpret_cast<const std::uint16_t*>(__shfl_sync(~0u, address, source));
    };
    for (int i = 0; i < 4; ++i) {
        const int first = 8 * i + (transposed ? 2 * t : group);
        const std::uint16_t* a = row_of(first);
        const std::uint16_t* b = transposed ? row_of(first + 1) : a;
        to[i] = transposed ? a[group] | std::uint32_t(b[group]) << 16
                           : a[2 * t] | std::uint32_t(a[2 * t + 1]) << 16;
    }
}

inline void add_to_own(float4* to, float4 numbers) {
    to->x += numbers.x, to->y += numbers.y, to->z += numbers.z, to->w += numbers.w;
}

inline std::uint32_t pack_bf16(float low, float high) {
    const auto rounded = [](float x) -> std::uint32_t {
        std::uint32_t bits;
        std::memcpy(&bits, &x, sizeof bits);
        if (x != x) return 0x7FFF;
        return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
    };
    return rounded(low) | rounded(high) << 16;
}

}  // namespace redraw::cuda

#define REDRAW_UNROLL
#define REDRAW_NO_UNROLL

#endif
