// A texture of OpenGL that CUDA writes. On the thread that owns the OpenGL context, and with the
// device current that the texture was registered on. Mapped only while a copy is enqueued: OpenGL
// touching a mapped texture is undefined.
#pragma once

#include "cuda/handles.h"

#include <cuda_gl_interop.h>

#include <cstdint>

namespace redraw::cuda {

class GlTarget {
public:
    // `texture`: a GL_TEXTURE_2D of GL_RGBA8, not bound. Throws Error when it cannot be registered.
    GlTarget(unsigned texture, int width, int height);

    // The whole texture from rgba[height][width] on the device, red in the lowest byte. What OpenGL
    // does after this call comes after the copy. Throws Error; the texture is unmapped even then.
    void copy(const std::uint32_t* rgba, cudaStream_t stream);

    int width() const { return width_; }
    int height() const { return height_; }

private:
    Owner<cudaGraphicsResource_t, cudaGraphicsUnregisterResource> resource_;
    int width_, height_;
};

}  // namespace redraw::cuda
