#include "cuda/blas.h"

#include "engine/error.h"

#include <string>
#include <type_traits>

namespace redraw::cuda {
namespace {

constexpr std::size_t kWorkspaceBytes = std::size_t(32) << 20;  // what cuBLAS advises for Hopper

void require(BlasStatus status, const char* doing) {
    if (status != 0)
        throw Error(std::string("cuBLAS failed while ") + doing + " (status " +
                    std::to_string(status) + ").");
}

template <class T>
constexpr int kTypeOf = std::is_same_v<T, float> ? kBlasFp32 : kBlasBf16;

}  // namespace

void Blas::Release::operator()(BlasHandle handle) const {
    blas_library()->destroy(handle);
}

Blas::Blas(cudaStream_t stream, const char* missing) : library_(blas_library()) {
    if (!library_) throw Error(missing);
    workspace_ = DeviceBuffer<std::byte>(kWorkspaceBytes, stream, "preparing the network");
    BlasHandle handle = nullptr;
    require(library_->create(&handle), "starting");
    handle_.reset(handle);
    require(library_->set_math_mode(handle, kBlasExactMath), "starting");
    use(stream);
}

void Blas::use(cudaStream_t stream) {
    if (stream == stream_) return;
    stream_ = stream;
    require(library_->set_stream(handle_.get(), stream), "starting");
    // Setting a stream takes the workspace away.
    require(library_->set_workspace(handle_.get(), workspace_.get(), kWorkspaceBytes), "starting");
}

// cuBLAS counts columns first: a row-major matrix is the transposed one to it, so each product is
// asked for as its transpose.
void Blas::product(int m, int n, int k, Operand a, Operand b, int type, float* c, bool add) const {
    const float alpha = 1, beta = add ? 1.0f : 0.0f;
    require(library_->gemm(handle_.get(), a.operation, b.operation, m, n, k, &alpha, a.values, type,
                           a.leading, b.values, type, b.leading, &beta, c, kBlasFp32, m,
                           kBlasComputeFp32, kBlasDefaultAlgorithm),
            "multiplying");
}

template <class T>
void Blas::forward(LayerSize size, const T* values, const T* weights, float* pre, bool add) const {
    product(size.outputs, size.rows, size.inputs, {weights, kBlasTransposed, size.inputs},
            {values, kBlasAsIs, size.inputs}, kTypeOf<T>, pre, add);
}

template <class T>
void Blas::backward(LayerSize size, const T* delta, const T* weights, float* into) const {
    product(size.inputs, size.rows, size.outputs, {weights, kBlasAsIs, size.inputs},
            {delta, kBlasAsIs, size.outputs}, kTypeOf<T>, into, false);
}

template <class T>
void Blas::gradient(LayerSize size, const T* delta, const T* values, float* into, bool add) const {
    product(size.inputs, size.outputs, size.rows, {values, kBlasAsIs, size.inputs},
            {delta, kBlasTransposed, size.outputs}, kTypeOf<T>, into, add);
}

template void Blas::forward(LayerSize, const float*, const float*, float*, bool) const;
template void Blas::forward(LayerSize, const Bf16*, const Bf16*, float*, bool) const;
template void Blas::backward(LayerSize, const float*, const float*, float*) const;
template void Blas::backward(LayerSize, const Bf16*, const Bf16*, float*) const;
template void Blas::gradient(LayerSize, const float*, const float*, float*, bool) const;
template void Blas::gradient(LayerSize, const Bf16*, const Bf16*, float*, bool) const;

}  // namespace redraw::cuda
