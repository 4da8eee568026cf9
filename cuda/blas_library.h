// The few cuBLAS functions that the reference path calls. cuBLAS has about 600 MB, so it is loaded
// only when a network needs it. Its constants are declared here, so that its headers are not needed
// either.
#pragma once

#include "cuda/language.h"

#include <cstddef>

namespace redraw::cuda {

using BlasHandle = struct BlasContext*;
using BlasStatus = int;  // 0: success

constexpr int kBlasAsIs = 0, kBlasTransposed = 1;                 // cublasOperation_t
constexpr int kBlasFp32 = 0, kBlasBf16 = 14;                      // cudaDataType
constexpr int kBlasComputeFp32 = 68, kBlasDefaultAlgorithm = -1;  // CUBLAS_COMPUTE_32F
// CUBLAS_DEFAULT_MATH with CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION: no TF32, and products
// of bf16 numbers are summed in fp32.
constexpr int kBlasExactMath = 16;

struct BlasLibrary {
    BlasStatus (*create)(BlasHandle* handle) = nullptr;
    BlasStatus (*destroy)(BlasHandle handle) = nullptr;
    BlasStatus (*set_stream)(BlasHandle handle, cudaStream_t stream) = nullptr;
    BlasStatus (*set_workspace)(BlasHandle handle, void* workspace, std::size_t bytes) = nullptr;
    BlasStatus (*set_math_mode)(BlasHandle handle, int mode) = nullptr;
    // cublasGemmEx: c = alpha a b + beta c, all column-major.
    BlasStatus (*gemm)(BlasHandle handle, int operation_a, int operation_b, int m, int n, int k,
                       const void* alpha, const void* a, int type_a, int leading_a, const void* b,
                       int type_b, int leading_b, const void* beta, void* c, int type_c,
                       int leading_c, int compute_type, int algorithm) = nullptr;
};

// Returns the library; null if none is installed that works on the device that was current at the
// first call. Kept until the process ends.
const BlasLibrary* blas_library();

}  // namespace redraw::cuda
