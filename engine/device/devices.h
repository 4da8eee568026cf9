// Lists the devices of this machine and makes a backend on one of them.
#pragma once

#include "engine/backend/backend.h"

#include <memory>
#include <string>
#include <vector>

namespace redraw {

// Checks the options as make_backend() would, so that a training that cannot begin writes no file.
// Throws Error.
void require_backend(const BackendOptions& options);

// Makes a backend. `dataset` may be null: then only load, save and render work (exports of a
// finished run), and `channels` determines the outputs. A window network always needs a dataset
// with a target, from which it renders; examples are needed for training only. Throws Error if a
// requested option is unavailable ("... needs AVX-512, which this processor does not have").
// `why_not_cuda`: receives a sentence if an available CUDA device was not used; otherwise
// unchanged.
std::unique_ptr<Backend> make_backend(const BackendOptions& options, const NetworkSpec& network,
                                      const OptimizerSpec& optimizer, int channels,
                                      std::shared_ptr<const Dataset> dataset,
                                      std::string* why_not_cuda = nullptr);

// Lists the devices for `redraw devices`.
std::vector<DeviceInfo> list_devices();

// The OpenGL backend, which programs contain and the engine does not know (gl/registration.h).
struct OpenGlBackend {
    // Describes the device. If it is not available, `detail` gives the reason in one clause.
    DeviceInfo (*device)() = nullptr;
    // Makes a backend. Throws Error if no device is usable or the network needs what it lacks.
    std::unique_ptr<Backend> (*make)(const NetworkSpec& network, const OptimizerSpec& optimizer,
                                     int channels,
                                     std::shared_ptr<const Dataset> dataset) = nullptr;
};
// Call at the start of the program, before any thread uses a backend.
void register_opengl(const OpenGlBackend& backend);

}  // namespace redraw
