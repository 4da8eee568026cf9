// Replaces cuda/blas_library.cu on the emulated device: the same functions as plain loops that run
// in stream order and can be captured. Refuses products that would not be deterministic on a
// device: those without the caller's workspace, and math modes that allow reduced precision. The
// environment variable REDRAW_CUDA_EMULATION_NO_BLAS simulates a machine without cuBLAS.
#include "cuda/bf16.h"
#include "cuda/blas_library.h"

#include <cstdlib>
#include <vector>

namespace redraw::cuda {

struct BlasContext {
    cudaStream_t stream = nullptr;
    bool has_workspace = false;
    int math_mode = 0;
};

namespace {

constexpr BlasStatus kNotInitialised = 1, kNoMemory = 3, kInvalid = 7;

// A column-major matrix, read as stored or transposed.
struct Matrix {
    const void* values;
    bool bf16, transposed;
    int leading;

    float at(int row, int column) const {
        const std::size_t i =
            transposed ? std::size_t(row) * leading + column : std::size_t(column) * leading + row;
        return bf16 ? to_float(static_cast<const Bf16*>(values)[i])
                    : static_cast<const float*>(values)[i];
    }
};

float dot(const float* a, const float* b, int count) {
    constexpr int kLanes = 16;
    float lanes[kLanes] = {}, sum = 0;
    int i = 0;
    for (; i + kLanes <= count; i += kLanes)
        for (int lane = 0; lane < kLanes; ++lane) lanes[lane] += a[i + lane] * b[i + lane];
    for (; i < count; ++i) sum += a[i] * b[i];
    for (const float lane : lanes) sum += lane;
    return sum;
}

// Computes c[m][n] = alpha a[m][k] b[k][n] + beta c, in one CUDA thread.
void multiply(int m, int n, int k, float alpha, Matrix a, Matrix b, float beta, float* c,
              int leading_c) {
    std::vector<float> rows(std::size_t(m) * k), column(k);
    for (int i = 0; i < m; ++i)
        for (int p = 0; p < k; ++p) rows[std::size_t(i) * k + p] = a.at(i, p);
    for (int j = 0; j < n; ++j) {
        for (int p = 0; p < k; ++p) column[p] = b.at(p, j);
        for (int i = 0; i < m; ++i) {
            float& to = c[std::size_t(j) * leading_c + i];
            const float product = alpha * dot(rows.data() + std::size_t(i) * k, column.data(), k);
            to = beta == 0 ? product : product + beta * to;
        }
    }
}

BlasStatus create(BlasHandle* handle) {
    *handle = new BlasContext;
    return 0;
}

BlasStatus destroy(BlasHandle handle) {
    delete handle;
    return 0;
}

// Removes the workspace, as cublasSetStream does.
BlasStatus set_stream(BlasHandle handle, cudaStream_t stream) {
    handle->stream = stream;
    handle->has_workspace = false;
    return 0;
}

BlasStatus set_workspace(BlasHandle handle, void* workspace, std::size_t bytes) {
    if (!workspace || bytes < (std::size_t(4) << 20)) return kNoMemory;
    handle->has_workspace = true;
    return 0;
}

BlasStatus set_math_mode(BlasHandle handle, int mode) {
    handle->math_mode = mode;
    return 0;
}

BlasStatus gemm(BlasHandle handle, int operation_a, int operation_b, int m, int n, int k,
                const void* alpha, const void* a, int type_a, int leading_a, const void* b,
                int type_b, int leading_b, const void* beta, void* c, int type_c, int leading_c,
                int compute_type, int algorithm) {
    if (!handle->has_workspace || handle->math_mode != kBlasExactMath) return kNotInitialised;
    const bool a_transposed = operation_a == kBlasTransposed,
               b_transposed = operation_b == kBlasTransposed;
    if (m < 1 || n < 1 || k < 1 || leading_a < (a_transposed ? k : m) ||
        leading_b < (b_transposed ? n : k) || leading_c < m || type_a != type_b ||
        type_c != kBlasFp32 || compute_type != kBlasComputeFp32 ||
        algorithm != kBlasDefaultAlgorithm)
        return kInvalid;
    launch(multiply, 1, 1, 0, handle->stream, m, n, k, *static_cast<const float*>(alpha),
           Matrix{a, type_a == kBlasBf16, a_transposed, leading_a},
           Matrix{b, type_b == kBlasBf16, b_transposed, leading_b},
           *static_cast<const float*>(beta), static_cast<float*>(c), leading_c);
    return 0;
}

}  // namespace

const BlasLibrary* blas_library() {
    static const BlasLibrary library{create,        destroy,       set_stream,
                                     set_workspace, set_math_mode, gemm};
    return std::getenv("REDRAW_CUDA_EMULATION_NO_BLAS") ? nullptr : &library;
}

}  // namespace redraw::cuda
