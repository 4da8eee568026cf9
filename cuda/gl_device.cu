#include "cuda/gl_device.h"

#include "cuda/device_choice.h"
#include "cuda/gl_target.h"
#include "engine/error.h"

#include <algorithm>

namespace redraw::cuda {
namespace {

// What the runtime answers where there is no way, in words for the user.
std::string explained(cudaError_t status) {
    switch (status) {
        case cudaSuccess:  // and no device in the list
        case cudaErrorNoDevice:
        case cudaErrorInvalidDevice:
            return "No CUDA device drives this window's OpenGL; on a machine with two graphics "
                   "devices, docs/gpu.md says how to ask for the other.";
        case cudaErrorOperatingSystem:
            return "The system keeps CUDA from sharing textures with this window's OpenGL, as "
                   "WSL2 and OpenGL in software do.";
        case cudaErrorInvalidGraphicsContext:
            return "CUDA does not know this window's OpenGL context.";
        default:
            return std::string("CUDA cannot share textures with this window's OpenGL: ") +
                   cudaGetErrorString(status) + ".";
    }
}

void write_pixel(unsigned probe, const std::array<std::uint8_t, 4>& rgba) {
    const Stream stream = make_stream();
    const std::uint32_t pixel =
        rgba[0] | rgba[1] << 8 | rgba[2] << 16 | std::uint32_t(rgba[3]) << 24;
    const DeviceBuffer<std::uint32_t> buffer(1, stream.get(), "trying OpenGL");
    check(cudaMemcpyAsync(buffer.get(), &pixel, sizeof pixel, cudaMemcpyHostToDevice, stream.get()),
          "trying OpenGL");
    GlTarget(probe, 1, 1).copy(buffer.get(), stream.get());
    check(cudaStreamSynchronize(stream.get()), "trying OpenGL");
}

}  // namespace

bool match_opengl(unsigned probe, const std::array<std::uint8_t, 4>& rgba, std::string& reason) {
    unsigned count = 0;
    std::array<int, 16> devices{};
    const cudaError_t status =
        cudaGLGetDevices(&count, devices.data(), unsigned(devices.size()), cudaGLDeviceListAll);
    if (status != cudaSuccess || count == 0) {
        cudaGetLastError();
        reason = explained(status);
        return false;
    }
    // Several where their memory is one for OpenGL: then the chosen one will do.
    const auto end = devices.begin() + std::min<std::size_t>(count, devices.size());
    const auto found = std::find(devices.begin(), end, chosen_device());
    const int device = found == end ? devices[0] : *found;
    try {
        check(cudaSetDevice(device), "trying OpenGL");
        write_pixel(probe, rgba);
    } catch (const Error&) {
        cudaGetLastError();
        reason = "CUDA could not write a texture of this window's OpenGL.";
        return false;
    }
    choose_device(device);
    return true;
}

}  // namespace redraw::cuda
