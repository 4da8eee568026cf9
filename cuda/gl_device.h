// Which CUDA device drives the OpenGL context that is current on this thread.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace redraw::cuda {

// CudaModule::match_opengl.
bool match_opengl(unsigned probe, const std::array<std::uint8_t, 4>& rgba, std::string& reason);

}  // namespace redraw::cuda
