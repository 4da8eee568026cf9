// Drawings on the device into a texture of OpenGL. Owned by the app's texture, on the thread with
// the OpenGL context.
#pragma once

#include "cuda/gl_target.h"
#include "engine/device/cuda_module.h"

namespace redraw::cuda {

class GlTextureWriter final : public TextureWriter {
public:
    // On the chosen device. Throws Error when the texture cannot be registered or there is no
    // memory.
    GlTextureWriter(unsigned texture, int width, int height);

    bool write(const Surface& surface) override;

private:
    int device_;
    Stream stream_;  // outlives the buffer
    DeviceBuffer<std::uint32_t> rgba_;
    GlTarget target_;
};

// Null instead of an Error.
std::unique_ptr<TextureWriter> make_gl_texture_writer(unsigned texture, int width, int height);

}  // namespace redraw::cuda
