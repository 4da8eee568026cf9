#include "app/studio_texture.h"

#include "engine/image/image_writer.h"

#include <glad/gl.h>

#include <algorithm>
#include <utility>

namespace redraw {
namespace {

// Shown much smaller than they are, these would flicker without mipmaps.
constexpr int kMipmapsFrom = 512;

}  // namespace

std::vector<std::uint8_t> to_rgba(const Image& image, int stride) {
    const int width = (image.width + stride - 1) / stride;
    const int height = (image.height + stride - 1) / stride;
    std::vector<std::uint8_t> rgba(std::size_t(width) * height * 4);
    std::uint8_t* out = rgba.data();
    const int colours = image.channels >= 3 ? 3 : 1;
    for (int y = 0; y < height; ++y) {
        const float* in = image.row(y * stride);
        for (int x = 0; x < width; ++x, out += 4, in += std::size_t(stride) * image.channels) {
            for (int c = 0; c < 3; ++c)
                out[c] = static_cast<std::uint8_t>(quantise(in[colours == 3 ? c : 0], 255));
            out[3] = image.channels == colours
                         ? 255
                         : static_cast<std::uint8_t>(quantise(in[colours], 255));
        }
    }
    return rgba;
}

GlTexture::~GlTexture() {
    clear();
}

GlTexture::GlTexture(GlTexture&& other) noexcept
    : name_(std::exchange(other.name_, 0)),
      width_(std::exchange(other.width_, 0)),
      height_(std::exchange(other.height_, 0)) {}

GlTexture& GlTexture::operator=(GlTexture&& other) noexcept {
    std::swap(name_, other.name_);
    std::swap(width_, other.width_);
    std::swap(height_, other.height_);
    return *this;
}

void GlTexture::clear() {
    if (name_) glDeleteTextures(1, &name_);
    name_ = 0;
    width_ = height_ = 0;
}

void GlTexture::upload(const Image& image, Sampling sampling) {
    GLint most = 4096;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    const int longer = std::max(image.width, image.height);
    const int stride = (longer + most - 1) / std::max(1, most);
    upload(to_rgba(image, stride), (image.width + stride - 1) / stride,
           (image.height + stride - 1) / stride, sampling);
}

void GlTexture::upload(std::span<const std::uint8_t> rgba, int width, int height,
                       Sampling sampling) {
    if (!name_) glGenTextures(1, &name_);
    glBindTexture(GL_TEXTURE_2D, name_);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    if (width == width_ && height == height_)
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE,
                        rgba.data());
    else
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                     rgba.data());
    width_ = width;
    height_ = height;
    const bool mipmaps = std::max(width, height) >= kMipmapsFrom && sampling == Sampling::nearest;
    if (mipmaps) glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
                    mipmaps ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER,
                    sampling == Sampling::nearest ? GL_NEAREST : GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

ImTextureID GlTexture::id() const {
    return (ImTextureID)(static_cast<std::intptr_t>(name_));  // a pointer or an integer, by version
}

}  // namespace redraw
