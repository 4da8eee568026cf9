// The three matrix products of a hidden layer, on cuBLAS. Matrices are row-major: weights
// [outputs][inputs], activations and deltas [rows][width]. Sums are fp32 for every operand type.
// Owned by the reference path and used on its thread.
#pragma once

#include "cuda/blas_library.h"
#include "cuda/runtime.h"

#include <memory>
#include <type_traits>

namespace redraw::cuda {

// The sizes of one layer's matrix products.
struct LayerSize {
    int rows = 0, inputs = 0, outputs = 0;
};

class Blas {
public:
    // Throws Error, with the text `missing` if no usable cuBLAS is installed.
    Blas(cudaStream_t stream, const char* missing);

    // Selects the stream for the products enqueued from now on.
    void use(cudaStream_t stream);

    // Computes pre[rows][outputs] = values[rows][inputs] weights^T; with `add`, adds it to pre.
    template <class T>
    void forward(LayerSize size, const T* values, const T* weights, float* pre, bool add) const {
        product(size.outputs, size.rows, size.inputs, {weights, kBlasTransposed, size.inputs},
                {values, kBlasAsIs, size.inputs}, kTypeOf<T>, pre, add);
    }
    // Computes into[rows][inputs] = delta[rows][outputs] weights.
    template <class T>
    void backward(LayerSize size, const T* delta, const T* weights, float* into) const {
        product(size.inputs, size.rows, size.outputs, {weights, kBlasAsIs, size.inputs},
                {delta, kBlasAsIs, size.outputs}, kTypeOf<T>, into, false);
    }
    // Computes gradient[outputs][inputs] = delta^T values; with `add`, adds it to the gradient.
    template <class T>
    void gradient(LayerSize size, const T* delta, const T* values, float* into, bool add) const {
        product(size.inputs, size.outputs, size.rows, {values, kBlasAsIs, size.inputs},
                {delta, kBlasTransposed, size.outputs}, kTypeOf<T>, into, add);
    }

private:
    template <class T>
    static constexpr int kTypeOf = std::is_same_v<T, float> ? kBlasFp32 : kBlasBf16;
    struct Operand {
        const void* values;
        int operation, leading;
    };
    // Computes a product in cuBLAS's column-major layout. A row-major matrix is its transpose
    // there, so each product is requested as its transpose.
    void product(int m, int n, int k, Operand a, Operand b, int type, float* c, bool add) const;

    const BlasLibrary* library_;
    // Replaces cuBLAS's default workspace, whose size depends on the device and on the environment
    // (CUBLAS_WORKSPACE_CONFIG).
    DeviceBuffer<std::byte> workspace_;
    std::unique_ptr<BlasContext, BlasStatus (*)(BlasHandle)> handle_{nullptr, nullptr};
    cudaStream_t stream_ = nullptr;
};

}  // namespace redraw::cuda
