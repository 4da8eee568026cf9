// The CUDA backend is a module, redraw_cuda.so, loaded at run time from the executable's folder.
// With direct linking, neither the window nor the command-line program would start where the CUDA
// libraries are missing. If the module cannot be loaded, `redraw devices` shows why; only a user
// who chose CUDA gets an error.
#pragma once

#include "engine/backend/backend.h"
#include "engine/module/loaded_module.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace redraw {

// Copies surfaces (finished renders, surface.h) from the device into an OpenGL texture, without a
// copy in host memory. Make, use and destroy it on the thread that owns the OpenGL context, while
// the texture exists.
class TextureWriter {
public:
    virtual ~TextureWriter() = default;
    // Copies `surface` into the texture as 8-bit RGBA: clamped, gray spread to three channels,
    // opaque if without alpha (the same bytes as to_rgba() of engine/image/image.h). False if the
    // surface is not on this device, has another size or the copy failed; the caller then uploads
    // the pixels.
    virtual bool write(const Surface& surface) = 0;
};

// The functions of redraw_cuda.so, which stay valid as long as the process runs.
struct CudaModule {
    // Lists the devices ("cuda:0", "NVIDIA H200, 132 multiprocessors, 139 GiB, bf16x3"), or a
    // single unavailable "cuda" with the reason in one clause ("no NVIDIA driver is installed").
    std::vector<DeviceInfo> (*devices)();

    // Makes a backend. Throws Error if no device is usable, a library that the network needs is
    // missing, or memory runs out.
    std::unique_ptr<Backend> (*make_backend)(const BackendOptions& options,
                                             const NetworkSpec& network,
                                             const OptimizerSpec& optimizer, int channels,
                                             std::shared_ptr<const Dataset> dataset);

    // Selects the CUDA device that drives the OpenGL context of this thread, for every backend made
    // from now on. Precondition: a context is current on this thread. Also writes the colour `rgba`
    // into `probe`, an unbound 1 x 1 GL_TEXTURE_2D of GL_RGBA8; the caller reads it back with
    // OpenGL to check. Returns false, with the reason in one sentence, if no CUDA device drives the
    // context or the write failed. The device for backends is then unchanged.
    bool (*match_opengl)(unsigned probe, const std::array<std::uint8_t, 4>& rgba,
                         std::string& reason);
    // Makes a writer for `texture`, a GL_TEXTURE_2D of GL_RGBA8. Null if that fails.
    std::unique_ptr<TextureWriter> (*make_texture_writer)(unsigned texture, int width, int height);
};

// Loads the module on the first call. Null, with the reason in one clause ("no ... is installed"),
// if the module is missing or does not load. The environment variable REDRAW_CUDA_MODULE names
// another file (tests). Any thread.
const CudaModule* cuda_module(std::string* reason = nullptr);

// Explains in one clause why CUDA cannot train here; empty if there is a usable device. Any thread.
std::string why_no_cuda();

}  // namespace redraw
