// OpenGL textures of pictures, and copies of renders from the device into them. Owned by the
// app, used on the thread with the OpenGL context, and destroyed before the window.
#pragma once

#include "engine/backend/surface.h"
#include "engine/device/cuda_module.h"
#include "engine/device/devices.h"
#include "engine/image/image.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace redraw {

// Copies renders from the device into the window's textures: directly, or by way of host memory.
// The direct way is set up once, after the window opens and before the session creates a backend.
// After any failure, all renders go through host memory until the studio closes, so that a broken
// driver is not tried again.
class Interop {
public:
    // Turns the direct way off. `reason`: a sentence saying why.
    explicit Interop(std::string reason) : reason_(std::move(reason)) {}
    // Makes CUDA backends use the device of the current OpenGL context. Tests the direct way with
    // one pixel.
    explicit Interop(const CudaModule& module);
    // Makes OpenGL backends draw into memory shared with the current OpenGL context.
    explicit Interop(const OpenGlBackend& opengl);

    bool on() const { return make_writer_ != nullptr; }
    // Returns how drawings reach the window while the direct way is on.
    const std::string& route() const { return route_; }
    // Returns a sentence saying why the direct way is off; empty if it is on.
    const std::string& reason() const { return reason_; }
    // Makes a writer for direct copies into a texture. If that fails, returns null and turns the
    // direct way off.
    std::unique_ptr<TextureWriter> writer(unsigned texture, int width, int height);
    void give_up(std::string reason);

private:
    std::function<std::unique_ptr<TextureWriter>(unsigned, int, int)> make_writer_;
    std::string route_, reason_;
};

enum class TextureFilter {
    nearest,  // enlarged pixels appear as squares
    linear,
};

// Returns the largest texture width and height in pixels that the graphics card supports.
int largest_texture_side();

class GlTexture {
public:
    GlTexture() = default;
    ~GlTexture() { clear(); }
    GlTexture(GlTexture&& other) noexcept { *this = std::move(other); }
    GlTexture& operator=(GlTexture&& other) noexcept;

    // Uploads an image, with values clamped to [0, 1]. An image too large for the graphics card is
    // reduced to every n-th pixel of every n-th row.
    void upload(const Image& image, TextureFilter filter);
    void upload(std::span<const std::uint8_t> rgba, int width, int height, TextureFilter filter);
    // Sets the texture to a render. Copies it on the device if `interop` allows that, otherwise
    // uploads it. Returns true if it did not pass through host memory.
    bool show(const Surface& surface, int width, int height, TextureFilter filter,
              Interop& interop);
    // Upload a picture in parts: start() allocates the texture, put_rows() uploads some rows,
    // complete() makes the texture ready.
    void start(int width, int height);
    void put_rows(std::span<const std::uint8_t> rgba, int first, int rows);
    void complete(TextureFilter filter);
    void clear();
    // Sets how pixels appear when the texture is painted enlarged.
    void enlarge_by(TextureFilter filter) const;

    // OpenGL's name of the texture; 0 without a picture.
    unsigned name() const { return name_; }
    int width() const { return width_; }
    int height() const { return height_; }

private:
    unsigned name_ = 0;
    int width_ = 0, height_ = 0;
    // Copies renders into this texture on the device; null: they come through host memory.
    std::unique_ptr<TextureWriter> writer_;
};

// The texture of the picture, as opened or at the training size. A large picture first appears with
// every n-th pixel. Full detail is then uploaded some rows per frame, so that no frame is delayed.
class TargetTexture {
public:
    // Starts showing a picture. `filter`: how its pixels appear enlarged, if the picture is small
    // enough to be uploaded at once.
    void show(std::shared_ptr<const Image> picture, TextureFilter filter);
    // Uploads more rows of a large picture. Returns true while rows are missing.
    bool advance();
    // Makes pixels appear as squares for a close view, whatever `filter` show() was given.
    void show_squares(bool squares);
    const GlTexture& texture() const { return full_.name() && done() ? full_ : thin_; }

private:
    bool done() const { return next_row_ >= rows_; }

    std::shared_ptr<const Image> picture_;  // the picture being uploaded; null: complete
    GlTexture thin_, full_;
    // The filter that show() was given, if the picture is small.
    TextureFilter filter_ = TextureFilter::linear;
    bool squares_ = false;
    int stride_ = 1;  // full_ has every stride_-th pixel; 1: all pixels
    int next_row_ = 0, rows_ = 0;
};

}  // namespace redraw
