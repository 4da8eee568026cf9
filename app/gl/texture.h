// Pictures on the graphics card, and the way there from the CUDA device. Owned by the app, on the
// thread with the OpenGL context, and gone before the window.
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

// Copies a drawing from the CUDA device into a texture: there by CUDA, or through host memory.
// Probed once, when the window is open and before the session makes a backend. After a failure
// every drawing takes the upload until the studio is closed: no half-working driver is tried twice.
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

enum class TextureFilter {
    nearest,  // enlarged pixels stay squares
    linear,
};

// Pixels a side the card can hold.
int largest_texture_side();

class GlTexture {
public:
    GlTexture() = default;
    ~GlTexture() { clear(); }
    GlTexture(GlTexture&& other) noexcept { *this = std::move(other); }
    GlTexture& operator=(GlTexture&& other) noexcept;

    // Values are clamped to [0, 1]. Larger than the card can hold: every n-th pixel.
    void upload(const Image& image, TextureFilter filter);
    void upload(std::span<const std::uint8_t> rgba, int width, int height, TextureFilter filter);
    // Copies a drawing on the device where `interop` can, else uploads it. True: not over the host.
    bool show(const Surface& surface, int width, int height, TextureFilter filter,
              Interop& interop);
    // The same in parts: storage without pixels, rows of it, and what it takes to be shown.
    void start(int width, int height);
    void put_rows(std::span<const std::uint8_t> rgba, int first, int rows);
    void complete(TextureFilter filter);
    void clear();
    // Enlarged from now on.
    void enlarge_by(TextureFilter filter) const;

    static std::int64_t uploads();  // of all textures so far

    unsigned name() const { return name_; }  // OpenGL's; 0 before the first picture
    int width() const { return width_; }
    int height() const { return height_; }

private:
    unsigned name_ = 0;
    int width_ = 0, height_ = 0;
    std::unique_ptr<TextureWriter> writer_;  // while the texture is registered with CUDA
};

// The picture on the graphics card, as it was opened or as it is learned. A large one is there at
// once with every n-th pixel, and then fully, some rows a frame, so that no frame waits.
class TargetTexture {
public:
    // `filter`: of one that is small enough to be seen pixel for pixel.
    void show(std::shared_ptr<const Image> picture, TextureFilter filter);
    // Some more rows; true while there are more to come.
    bool advance();
    // Its pixels are seen closely: as squares, whatever `filter` was.
    void show_squares(bool squares);
    const GlTexture& texture() const { return full_.name() && done() ? full_ : thin_; }

private:
    bool done() const { return next_row_ >= rows_; }

    std::shared_ptr<const Image> picture_;  // until all of it is there
    GlTexture thin_, full_;
    TextureFilter filter_ = TextureFilter::linear;  // of thin_, where that is all
    bool squares_ = false;
    int stride_ = 1;  // of the full one: above 1 where the card holds no more
    int next_row_ = 0, rows_ = 0;
};

}  // namespace redraw
