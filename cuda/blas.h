// The three products of a hidden layer, on cuBLAS, in the network's own words: matrices are
// row-major, weights [outputs][inputs], activations and deltas [rows][width]. Sums are fp32
// whatever the operands. Owned by the reference path, used by its thread.
#pragma once

#include "cuda/bf16.h"
#include "cuda/blas_library.h"
#include "cuda/handles.h"

#include <memory>

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
    void forward(LayerSize size, const T* values, const T* weights, float* pre, bool add) const;
    // into[rows][inputs] = delta[rows][outputs] weights
    template <class T>
    void backward(LayerSize size, const T* delta, const T* weights, float* into) const;
    // gradient[outputs][inputs] = delta^T values, added to what is there if `add`.
    template <class T>
    void gradient(LayerSize size, const T* delta, const T* values, float* into, bool add) const;

private:
    struct Operand {
        const void* values;
        int operation, leading;
    };
    void product(int m, int n, int k, Operand a, Operand b, int type, float* c, bool add) const;

    struct Release {
        using pointer = BlasHandle;
        void operator()(BlasHandle handle) const;
    };
    const BlasLibrary* library_;
    // The library's own would be shared by handles, and change with the driver's mood.
    DeviceBuffer<std::byte> workspace_;
    std::unique_ptr<BlasHandle, Release> handle_;
    cudaStream_t stream_ = nullptr;
};

}  // namespace redraw::cuda
