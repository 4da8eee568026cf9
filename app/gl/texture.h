// Textures of pictures, and copies from the CUDA device into them. Owned by the app, on the thread
// with the OpenGL context, and destroyed before the window.
#pragma once

#include "engine/backend/surface.h"
#include "engine/device/cuda_module.h"
#include "engine/image/image.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace redraw {

// Copies a drawing from the CUDA device into a texture, either directly or by host memory. The
// direct way is tested once, after the window opens and before the session creates a backend. After
// a failure all drawings go by host memory until the studio closes, so no broken driver is tried
// twice.
class Interop {
public:
    // Disables the direct way. `reason`: a sentence that says why.
    explicit Interop(std::string reason) : reason_(std::move(reason)) {}
    // Makes all backends use the CUDA device of the current OpenGL context, and tests the direct
    // way with one pixel.
    explicit Interop(const CudaModule& module);

    bool on() const { return module_ != nullptr; }
    // Returns why the direct way is off, in one sentence.
    const std::string& reason() const { return reason_; }
    // Returns null and turns the direct way off if the texture cannot be registered.
    std::unique_ptr<TextureWriter> writer(unsigned texture, int width, int height);
    void give_up(std::string reason);

private:
    const CudaModule* module_ = nullptr;
    std::string reason_;
};

enum class TextureFilter {
    nearest,  // enlarged pixels are squares
    linear,
};

// Returns the largest texture side in pixels that the card supports.
int largest_texture_side();

class GlTexture {
public:
    GlTexture() = default;
    ~GlTexture() { clear(); }
    GlTexture(GlTexture&& other) noexcept { *this = std::move(other); }
    GlTexture& operator=(GlTexture&& other) noexcept;

    // Uploads an image with values clamped to [0, 1]. An image too large for the card is reduced to
    // every n-th pixel.
    void upload(const Image& image, TextureFilter filter);
    void upload(std::span<const std::uint8_t> rgba, int width, int height, TextureFilter filter);
    // Shows a drawing: copies it on the device if `interop` allows, else uploads it. Returns true
    // if it did not pass through host memory.
    bool show(const Surface& surface, int width, int height, TextureFilter filter,
              Interop& interop);
    // Uploads in parts: start() allocates storage, put_rows() fills rows, complete() makes the
    // texture ready to show.
    void start(int width, int height);
    void put_rows(std::span<const std::uint8_t> rgba, int first, int rows);
    void complete(TextureFilter filter);
    void clear();
    // Sets the filter for enlarged display.
    void enlarge_by(TextureFilter filter) const;

    static std::int64_t uploads();  // counts uploads of all textures so far

    unsigned name() const { return name_; }  // OpenGL texture name; 0 before the first picture
    int width() const { return width_; }
    int height() const { return height_; }

private:
    unsigned name_ = 0;
    int width_ = 0, height_ = 0;
    std::unique_ptr<TextureWriter> writer_;  // set while the texture is registered with CUDA
};

// The picture on the graphics card, as opened or at the training size. A large picture first shows
// every n-th pixel, then gets full detail some rows per frame, so that no frame is delayed.
class TargetTexture {
public:
    // Starts showing a picture. `filter` applies if the picture is small enough to upload at once.
    void show(std::shared_ptr<const Image> picture, TextureFilter filter);
    // Uploads more rows; returns true while rows are missing.
    bool advance();
    // Shows pixels as squares, whatever `filter` was, for a close view.
    void show_squares(bool squares);
    const GlTexture& texture() const { return full_.name() && done() ? full_ : thin_; }

private:
    bool done() const { return next_row_ >= rows_; }

    std::shared_ptr<const Image> picture_;  // null once all rows are uploaded
    GlTexture thin_, full_;
    TextureFilter filter_ = TextureFilter::linear;  // filter of thin_, if the picture is small
    bool squares_ = false;
    int stride_ = 1;  // stride of full_: above 1 if the picture is too large
    int next_row_ = 0, rows_ = 0;
};

}  // namespace redraw
