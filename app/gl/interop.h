// Copies a drawing from the CUDA device into a texture: there by CUDA, or through host memory.
// Probed once, when the window is open and before the session makes a backend. After a failure
// every drawing takes the upload until the studio is closed: no half-working driver is tried twice.
// Owned by the app; for the thread with the OpenGL context only.
#pragma once

#include "engine/device/cuda_module.h"

#include <memory>
#include <string>

namespace redraw {

class Interop {
public:
    // Uploads only.
    explicit Interop(std::string reason) : reason_(std::move(reason)) {}
    // Makes the CUDA device that drives the current OpenGL context the one for all backends, and
    // tries the way there on one pixel.
    explicit Interop(const CudaModule& module);

    bool on() const { return module_ != nullptr; }
    const std::string& reason() const { return reason_; }  // why not, in one sentence

    // Null, and off from now on, when the texture cannot be registered.
    std::unique_ptr<TextureWriter> writer(unsigned texture, int width, int height);
    void give_up(std::string reason);

private:
    const CudaModule* module_ = nullptr;
    std::string reason_;
};

}  // namespace redraw
