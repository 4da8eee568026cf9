// A picture on the graphics card. Owned by the app, on the thread with the OpenGL context, and gone
// before the window.
#pragma once

#include "engine/image/image.h"

#include <imgui.h>

#include <cstdint>
#include <span>
#include <vector>

namespace redraw {

enum class Sampling {
    nearest,  // enlarged pixels stay squares
    linear,
};

class GlTexture {
public:
    GlTexture() = default;
    ~GlTexture();
    GlTexture(GlTexture&& other) noexcept;
    GlTexture& operator=(GlTexture&& other) noexcept;

    // Values are clamped to [0, 1]. Larger than the card can hold: every n-th pixel.
    void upload(const Image& image, Sampling sampling);
    void upload(std::span<const std::uint8_t> rgba, int width, int height, Sampling sampling);
    void clear();

    ImTextureID id() const;
    int width() const { return width_; }
    int height() const { return height_; }

private:
    unsigned name_ = 0;
    int width_ = 0, height_ = 0;
};

// RGBA, 8 bits, every `stride`-th pixel: gray spreads to three channels, no alpha means opaque.
std::vector<std::uint8_t> to_rgba(const Image& image, int stride = 1);

}  // namespace redraw
