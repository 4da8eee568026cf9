// The three products of a hidden layer, on cuBLAS, in the network's own words: matrices are
// row-major, weights [outputs][inputs], activations and deltas [rows][width]. Sums are fp32
// whatever the operands. Owned by the reference path, used by its thread.
#pragma once

#include "cuda/blas_library.h"
#include "cuda/runtime.h"

#include <memory>
#include <type_traits>

namespace redraw::cuda {

// Sizes of one layer's products.
struct LayerSize {
    int rows = 0, inputs = 0, outputs = 0;
};

class Blas {
public:
    // Throws Error with `missing` when cuBLAS is not installed.
    Blas(cudaStream_t stream, const char* missing);

    // The products below are enqueued on `stream` from now on.
    void use(cudaStream_t stream);

    // pre[rows][outputs] = values[rows][inputs] weights^T, added to what is there if `add`.
    template <class T>
    void forward(LayerSize size, const T* values, const T* weights, float* pre, bool add) const {
        product(size.outputs, size.rows, size.inputs, {weights, kBlasTransposed, size.inputs},
                {values, kBlasAsIs, size.inputs}, kTypeOf<T>, pre, add);
    }
    // into[rows][inputs] = delta[rows][outputs] weights
    template <class T>
    void backward(LayerSize size, const T* delta, const T* weights, float* into) const {
        product(size.inputs, size.rows, size.outputs, {weights, kBlasAsIs, size.inputs},
                {delta, kBlasAsIs, size.outputs}, kTypeOf<T>, into, false);
    }
    // gradient[outputs][inputs] = delta^T values, added to what is there if `add`.
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
    // cuBLAS counts columns first: a row-major matrix is the transposed one to it, so each product
    // is asked for as its transpose.
    void product(int m, int n, int k, Operand a, Operand b, int type, float* c, bool add) const;

    const BlasLibrary* library_;
    // The library's own would be shared by handles, and change with the driver's mood.
    DeviceBuffer<std::byte> workspace_;
    std::unique_ptr<BlasContext, BlasStatus (*)(BlasHandle)> handle_{nullptr, nullptr};
    cudaStream_t stream_ = nullptr;
};

}  // namespace redraw::cuda
