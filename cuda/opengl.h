// Lets CUDA write OpenGL textures, so that drawings are not copied through the host. Call on the
// thread that owns the OpenGL context.
#pragma once

#include "engine/device/cuda_module.h"

namespace redraw::cuda {

// Implements CudaModule::match_opengl.
bool match_opengl(unsigned probe, const std::array<std::uint8_t, 4>& rgba, std::string& reason);

// Implements CudaModule::make_texture_writer on the chosen device.
std::unique_ptr<TextureWriter> make_gl_texture_writer(unsigned texture, int width, int height);

}  // namespace redraw::cuda
