#include "cuda/gl_texture_writer.h"

#include "cuda/device_choice.h"
#include "cuda/device_surface.h"
#include "cuda/rgba_kernels.h"
#include "engine/error.h"

namespace redraw::cuda {
namespace {

constexpr const char* kShowing = "showing a drawing";

Stream stream_on(int device) {
    check(cudaSetDevice(device), kShowing);
    return make_stream();
}

}  // namespace

GlTextureWriter::GlTextureWriter(unsigned texture, int width, int height)
    : device_(chosen_device()),
      stream_(stream_on(device_)),
      rgba_(std::size_t(width) * std::size_t(height), stream_.get(), kShowing),
      target_(texture, width, height) {}

bool GlTextureWriter::write(const Surface& surface) {
    const auto* drawing = dynamic_cast<const DeviceSurface*>(&surface);
    if (!drawing || drawing->device() != device_ || drawing->width() != target_.width() ||
        drawing->height() != target_.height())
        return false;
    try {
        check(cudaSetDevice(device_), kShowing);
        check(cudaStreamWaitEvent(stream_.get(), drawing->complete()), kShowing);
        enqueue_rgba(stream_.get(), drawing->values(), drawing->channels(), rgba_.get(),
                     std::int64_t(drawing->width()) * drawing->height());
        check(cudaGetLastError(), kShowing);
        // The caller may let the drawing go as soon as this returns, and a drawing that failed
        // must not be found out while the texture is mapped.
        check(cudaStreamSynchronize(stream_.get()), kShowing);
        target_.copy(rgba_.get(), stream_.get());
        return true;
    } catch (const Error&) {
        cudaGetLastError();
        return false;
    }
}

std::unique_ptr<TextureWriter> make_gl_texture_writer(unsigned texture, int width, int height) {
    try {
        return std::make_unique<GlTextureWriter>(texture, width, height);
    } catch (const Error&) {
        cudaGetLastError();
        return nullptr;
    }
}

}  // namespace redraw::cuda
