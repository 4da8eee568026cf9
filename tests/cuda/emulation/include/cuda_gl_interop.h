// CUDA's sharing of textures with OpenGL, on the CPU: a mapped texture is memory of its own, which
// reaches the texture when it is unmapped. OpenGL may be any; its functions are found at run time.
// The rules are checked: a call off the context's thread, a texture that is bound while CUDA has
// it, a copy into one that is not mapped come back as errors.
#pragma once

#include <cuda_runtime.h>

using cudaGraphicsResource_t = struct cudaGraphicsResource*;
using cudaArray_t = struct cudaArray*;

enum cudaGraphicsRegisterFlags {
    cudaGraphicsRegisterFlagsNone = 0,
    cudaGraphicsRegisterFlagsWriteDiscard = 2,
};
enum cudaGLDeviceList { cudaGLDeviceListAll = 1 };

extern "C" {

cudaError_t cudaGLGetDevices(unsigned* count, int* devices, unsigned capacity,
                             cudaGLDeviceList list);
cudaError_t cudaGraphicsGLRegisterImage(cudaGraphicsResource_t* resource, unsigned texture,
                                        unsigned target, unsigned flags);
cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t* resources,
                                     cudaStream_t stream);
cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t* resources,
                                       cudaStream_t stream);
cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t* array,
                                                  cudaGraphicsResource_t resource, unsigned index,
                                                  unsigned level);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                     std::size_t from_pitch, std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream);

}  // extern "C"
