// CUDA's texture sharing with OpenGL, on the CPU. A mapped texture is separate memory, uploaded to
// the texture when it is unmapped. OpenGL's functions are found at run time, so any implementation
// works. Calls outside the context's thread, with a texture that is bound, or to an unmapped array
// return errors.
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
