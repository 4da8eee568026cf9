// Lists the devices of this machine and makes a backend on one of them.
#pragma once

#include "engine/backend/backend.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

class TextureWriter;  // cuda_module.h

// Checks the options alone, so that a training that cannot begin writes no file. Throws Error.
void require_backend(const BackendOptions& options);

// Makes a backend. `dataset` may be null if train() is not called (exports of a finished run).
// `channels`: those of the picture. A window network always needs a dataset with a target, from
// which it renders; examples are needed for training only. Throws Error if a requested option is
// unavailable ("... needs AVX-512, which this processor does not have"). `why_not_cuda`: receives
// the reason, a sentence, if a usable CUDA device failed and the CPU is used; otherwise unchanged.
std::unique_ptr<Backend> make_backend(const BackendOptions& options, const NetworkSpec& network,
                                      const OptimizerSpec& optimizer, int channels,
                                      std::shared_ptr<const Dataset> dataset,
                                      std::string* why_not_cuda = nullptr);

// Lists the devices for `redraw devices`.
std::vector<DeviceInfo> list_devices();

// Strings of an OpenGL driver: "AMD Radeon RX 7600 (...)", "4.6 (Core Profile) Mesa 25.0.7".
struct OpenGlDriver {
    std::string renderer, version;
};

// The OpenGL backend's functions: programs register them (gl/registration.h), the engine has none.
struct OpenGlBackend {
    // Describes the device. If it is not available, `detail` gives the reason in one clause.
    DeviceInfo (*device)() = nullptr;
    // Makes a backend. Throws Error if no device is usable or the network is too large for it.
    std::unique_ptr<Backend> (*make)(const NetworkSpec& network, const OptimizerSpec& optimizer,
                                     int channels,
                                     std::shared_ptr<const Dataset> dataset) = nullptr;
    // Returns the driver of a GPU. Absent if there is none: a software renderer is no GPU.
    std::optional<OpenGlDriver> (*gpu)() = nullptr;
    // Makes OpenGL backends draw into memory that this thread's OpenGL context shares, until the
    // device is reset. Call before a backend is made. Throws Error with the reason in one clause.
    void (*share_with_current)() = nullptr;
    // Makes a writer of such renders, as CudaModule::make_texture_writer() does.
    std::unique_ptr<TextureWriter> (*make_texture_writer)(unsigned texture, int width,
                                                          int height) = nullptr;
    // Like `make`, in a process of its own; null: there is none. `trains_apart`: whether the
    // backends of `make` are in that process, too.
    std::unique_ptr<Backend> (*make_apart)(const NetworkSpec& network,
                                           const OptimizerSpec& optimizer, int channels,
                                           std::shared_ptr<const Dataset> dataset) = nullptr;
    bool (*trains_apart)() = nullptr;
};
// Registers the OpenGL backend. Call at the program's start, before a thread uses a backend.
void register_opengl(const OpenGlBackend& backend);
// Returns the registered OpenGL backend; its functions are null if none was registered.
const OpenGlBackend& opengl_backend();
// True if a crash of OpenGL's driver would end this process, too.
bool driver_is_here(const BackendOptions& options);
// Returns the driver of OpenGL's GPU, absent without one; may open OpenGL. Any thread.
std::optional<OpenGlDriver> opengl_gpu();

}  // namespace redraw
