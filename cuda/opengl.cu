#include "cuda/opengl.h"

#include "cuda/device.h"
#include "cuda/device_surface.h"
#include "cuda/rgba_kernels.h"
#include "engine/error.h"

#include <cuda_gl_interop.h>

#include <algorithm>

namespace redraw::cuda {
namespace {

constexpr const char *kSharing = "sharing a texture with OpenGL", *kTrying = "trying OpenGL",
                     *kShowing = "showing a drawing";
constexpr unsigned kTexture2D = 0x0DE1;  // GL_TEXTURE_2D

// Writes to a texture registered with CUDA. The texture's device must be current. It is mapped only
// while a copy is enqueued, since OpenGL must not use a mapped texture.
class GlTarget {
public:
    // Registers `texture`, an unbound GL_TEXTURE_2D of GL_RGBA8. Throws Error on failure.
    GlTarget(unsigned texture, int width, int height) : width_(width), height_(height) {
        cudaGraphicsResource_t resource = nullptr;
        check(cudaGraphicsGLRegisterImage(&resource, texture, kTexture2D,
                                          cudaGraphicsRegisterFlagsWriteDiscard),
              kSharing);
        resource_.reset(resource);
    }

    // Overwrites the texture from rgba[height][width] on the device, red in the lowest byte. Later
    // OpenGL calls see the result. Throws Error; the texture is unmapped even then.
    void copy(const std::uint32_t* rgba, cudaStream_t stream) {
        cudaGraphicsResource_t resource = resource_.get();
        check(cudaGraphicsMapResources(1, &resource, stream), kSharing);
        const std::size_t row = std::size_t(width_) * sizeof(std::uint32_t);
        cudaArray_t array = nullptr;
        cudaError_t copied = cudaGraphicsSubResourceGetMappedArray(&array, resource, 0, 0);
        if (copied == cudaSuccess)
            copied = cudaMemcpy2DToArrayAsync(array, 0, 0, rgba, row, row, std::size_t(height_),
                                              cudaMemcpyDeviceToDevice, stream);
        const cudaError_t unmapped = cudaGraphicsUnmapResources(1, &resource, stream);
        check(copied, kSharing);
        check(unmapped, kSharing);
    }

private:
    Owner<cudaGraphicsResource_t, cudaGraphicsUnregisterResource> resource_;
    int width_, height_;
};

// Explains to the user why CUDA and OpenGL cannot share a texture here.
std::string explained(cudaError_t status) {
    switch (status) {
        case cudaSuccess:  // no error, but no device listed
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
    const std::uint32_t pixel[] = {rgba[0] | rgba[1] << 8 | rgba[2] << 16 |
                                   std::uint32_t(rgba[3]) << 24};
    const auto on_device = uploaded<std::uint32_t>(pixel, stream.get(), kTrying);
    GlTarget(probe, 1, 1).copy(on_device.get(), stream.get());
    check(cudaStreamSynchronize(stream.get()), kTrying);
}

class GlTextureWriter final : public TextureWriter {
public:
    // Throws Error if the texture cannot be registered or memory runs out.
    GlTextureWriter(int device, unsigned texture, int width, int height)
        : device_(device),
          width_(width),
          height_(height),
          stream_(make_stream(StreamPriority::greatest)),
          rgba_(std::size_t(width) * std::size_t(height), stream_.get(), kShowing),
          target_(texture, width, height) {}

    bool write(const Surface& surface) override {
        const auto* drawing = dynamic_cast<const DeviceSurface*>(&surface);
        if (!drawing || drawing->device() != device_ || drawing->width() != width_ ||
            drawing->height() != height_)
            return false;
        try {
            check(cudaSetDevice(device_), kShowing);
            check(cudaStreamWaitEvent(stream_.get(), drawing->complete()), kShowing);
            enqueue_rgba(stream_.get(), drawing->values(), drawing->channels(), rgba_.get(),
                         std::int64_t(width_) * height_);
            check(cudaGetLastError(), kShowing);
            // Wait here: the caller may release the drawing after this returns, and errors of the
            // drawing must not appear while the texture is mapped.
            check(cudaStreamSynchronize(stream_.get()), kShowing);
            target_.copy(rgba_.get(), stream_.get());
            return true;
        } catch (const Error&) {
            cudaGetLastError();
            return false;
        }
    }

private:
    int device_, width_, height_;
    Stream stream_;  // must outlive rgba_
    DeviceBuffer<std::uint32_t> rgba_;
    GlTarget target_;
};

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
    // Several devices can drive one OpenGL context (linked GPUs); prefer the chosen one.
    const auto end = devices.begin() + std::min<std::size_t>(count, devices.size());
    const auto found = std::find(devices.begin(), end, chosen_device());
    const int device = found == end ? devices[0] : *found;
    try {
        check(cudaSetDevice(device), kTrying);
        write_pixel(probe, rgba);
    } catch (const Error&) {
        cudaGetLastError();
        reason = "CUDA could not write a texture of this window's OpenGL.";
        return false;
    }
    choose_device(device);
    return true;
}

std::unique_ptr<TextureWriter> make_gl_texture_writer(unsigned texture, int width, int height) {
    try {
        const int device = chosen_device();
        check(cudaSetDevice(device), kShowing);
        return std::make_unique<GlTextureWriter>(device, texture, width, height);
    } catch (const Error&) {
        cudaGetLastError();
        return nullptr;
    }
}

}  // namespace redraw::cuda
