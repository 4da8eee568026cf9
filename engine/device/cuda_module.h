// The CUDA backend is a module, redraw_cuda.so, loaded at run time from beside the executable:
// linked directly, it would keep both programs from starting where CUDA's libraries are missing.
// A module that cannot be loaded is one sentence in `redraw devices`, never an error on the way to
// the CPU.
#pragma once

#include "engine/backend/backend.h"
#include "engine/module/loaded_module.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace redraw {

// One OpenGL texture that surfaces on the device are copied into with no detour over the host.
// Made, used and destroyed on the thread that owns the OpenGL context, while the texture lives.
class TextureWriter {
public:
    virtual ~TextureWriter() = default;
    // Draws `surface` into the texture as RGBA of 8 bits: clamped, gray spread to three channels,
    // no alpha means opaque (the bytes of engine/image/image.h's to_rgba). False when it is not on
    // this device or the copy failed; the texture then keeps what it held and the caller uploads.
    virtual bool write(const Surface& surface) = 0;
};

// The interface of redraw_cuda.so. Lives as long as the process.
class CudaModule {
public:
    virtual ~CudaModule() = default;

    // One line a device ("cuda:0", "NVIDIA H200, 132 multiprocessors, 139 GiB, bf16x3"), or a
    // single unavailable "cuda" with the reason in one clause ("no NVIDIA driver is installed").
    virtual std::vector<DeviceInfo> devices() const = 0;

    // Throws Error: no usable device, the network needs a library that is missing, out of memory.
    virtual std::unique_ptr<Backend> make_backend(const BackendOptions& options,
                                                  const NetworkSpec& network,
                                                  const OptimizerSpec& optimizer, int channels,
                                                  std::shared_ptr<const Dataset> dataset) const = 0;

    // Needs an OpenGL context current on this thread. Makes the CUDA device that drives the context
    // the one for every backend made from now on, and writes the colour `rgba` into `probe`, a
    // GL_TEXTURE_2D of GL_RGBA8 and 1 x 1 that is not bound; the caller, who has OpenGL's
    // functions, reads it back. Returns false, with the reason in one sentence, if no CUDA device
    // drives the context or the write failed; the device for backends then stays as it was.
    virtual bool match_opengl(unsigned probe, const std::array<std::uint8_t, 4>& rgba,
                              std::string& reason) const = 0;
    // `texture` is a GL_TEXTURE_2D of GL_RGBA8. Null when it cannot be registered.
    virtual std::unique_ptr<TextureWriter> make_texture_writer(unsigned texture, int width,
                                                               int height) const = 0;
};

// Loads the module on the first call. Null, with the reason in one clause ("no ... is installed"),
// when it is not there or does not load. The environment variable REDRAW_CUDA_MODULE names another
// file (tests). Any thread.
const CudaModule* cuda_module(std::string* reason = nullptr);

// Why nothing trains on CUDA here, in one clause; empty when there is a usable device. Any thread.
std::string why_no_cuda();

}  // namespace redraw
