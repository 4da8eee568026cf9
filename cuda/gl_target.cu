#include "cuda/gl_target.h"

namespace redraw::cuda {
namespace {

constexpr const char* kSharing = "sharing a texture with OpenGL";
constexpr unsigned kTexture2D = 0x0DE1;  // GL_TEXTURE_2D

}  // namespace

GlTarget::GlTarget(unsigned texture, int width, int height) : width_(width), height_(height) {
    cudaGraphicsResource_t resource = nullptr;
    check(cudaGraphicsGLRegisterImage(&resource, texture, kTexture2D,
                                      cudaGraphicsRegisterFlagsWriteDiscard),
          kSharing);
    resource_.reset(resource);
}

void GlTarget::copy(const std::uint32_t* rgba, cudaStream_t stream) {
    cudaGraphicsResource_t resource = resource_.get();
    check(cudaGraphicsMapResources(1, &resource, stream), kSharing);
    const std::size_t row = std::size_t(width_) * sizeof(std::uint32_t);
    cudaArray_t array = nullptr;
    cudaError_t copied = cudaGraphicsSubResourceGetMappedArray(&array, resource, 0, 0);
    if (copied == cudaSuccess)
        copied = cudaMemcpy2DToArrayAsync(array, 0, 0, rgba, row, row, std::size_t(height_),
                                          cudaMemcpyDeviceToDevice, stream);
    const cudaError_t unmapped = cudaGraphicsUnmapResources(1, &resource, stream);
    check(copied, kSharing);
    check(unmapped, kSharing);
}

}  // namespace redraw::cuda
