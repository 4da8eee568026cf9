#include "cuda/blas.h"

#include "engine/error.h"

#include <string>

namespace redraw::cuda {
namespace {

constexpr std::size_t kWorkspaceBytes = std::size_t(32) << 20;  // cuBLAS advises this for Hopper

void require(BlasStatus status, const char* doing) {
    if (status != 0)
        throw Error(std::string("cuBLAS failed while ") + doing + " (status " +
                    std::to_string(status) + ").");
}

}  // namespace

Blas::Blas(cudaStream_t stream, const char* missing) : library_(blas_library()) {
    if (!library_) throw Error(missing);
    workspace_ = DeviceBuffer<std::byte>(kWorkspaceBytes, stream, "preparing the network");
    BlasHandle handle = nullptr;
    require(library_->create(&handle), "starting");
    handle_ = {handle, library_->destroy};
    require(library_->set_math_mode(handle, kBlasExactMath), "starting");
    use(stream);
}

void Blas::use(cudaStream_t stream) {
    if (stream == stream_) return;
    stream_ = stream;
    require(library_->set_stream(handle_.get(), stream), "starting");
    // cublasSetStream resets the workspace, so set the workspace again.
    require(library_->set_workspace(handle_.get(), workspace_.get(), kWorkspaceBytes), "starting");
}

void Blas::product(int m, int n, int k, Operand a, Operand b, int type, float* c, bool add) const {
    const float alpha = 1, beta = add ? 1.0f : 0.0f;
    require(library_->gemm(handle_.get(), a.operation, b.operation, m, n, k, &alpha, a.values, type,
                           a.leading, b.values, type, b.leading, &beta, c, kBlasFp32, m,
                           kBlasComputeFp32, kBlasDefaultAlgorithm),
            "multiplying");
}

}  // namespace redraw::cuda
