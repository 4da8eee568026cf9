// A drawing in the memory of a context that shares its buffers with a window's: floats
// [height][width][channels], and the RGBA bytes for a texture. Written within one Context::Use and
// immutable afterwards. Any thread may read and release it; releasing, and reading on the window's
// thread, do not wait for the context. It may outlive its backend.
//
// The bytes are computed with the drawing, because the window's context has no kernels: 4 bytes per
// pixel beside 12 of RGB floats. The floats are kept for on_host(): by then the parameters may have
// changed, so the drawing could not be repeated, and reading every drawing back would cost more.
#pragma once

#include "engine/backend/surface.h"
#include "engine/device/cuda_module.h"
#include "gl/buffer.h"

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace redraw::gl {

class GlSurface final : public Surface {
public:
    // Allocates the buffers. Call within a Use.
    GlSurface(std::shared_ptr<Context> context, int width, int height, int channels);
    ~GlSurface() override;
    GlSurface(const GlSurface&) = delete;
    GlSurface& operator=(const GlSurface&) = delete;

    // Copies `count` pixels of `drawn` ([pixel][channel]), from pixel `from` on, to the pixels from
    // `at` on. Call within a Use.
    void take(const Buffer& drawn, std::size_t from, std::size_t at, std::size_t count);
    // Marks the drawing as complete. Call after the last take(), within the same Use.
    void complete();

    // Reads the drawing on the first call. May throw DeviceFailed.
    const Image& on_host() const override;
    std::vector<std::uint8_t> rgba() const override;
    int channels() const override { return channels_; }

    int width() const { return width_; }
    int height() const { return height_; }
    bool is_window_here() const { return context_->is_window_here(); }
    // Makes this thread's current context wait on the device until the drawing is complete. Returns
    // the name of the buffer of bytes. Call while is_window_here() or within a Use.
    unsigned wait_for_rgba() const;

private:
    struct Objects;
    template <class T>
    std::vector<T> read(const Buffer& buffer) const;

    std::shared_ptr<Context> context_;
    int width_, height_, channels_;
    std::shared_ptr<Objects> objects_;
    mutable std::mutex reading_;
    mutable std::optional<Image> host_;
};

// Makes a writer for a GL_TEXTURE_2D of GL_RGBA8 of the window's context, which must be current.
std::unique_ptr<TextureWriter> make_texture_writer(unsigned texture, int width, int height);

}  // namespace redraw::gl
