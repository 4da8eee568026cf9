#include "app/gl/texture.h"

#include "app/gl/interop.h"
#include "engine/arithmetic.h"
#include "engine/image/rgba.h"

#include <glad/gl.h>

#include <algorithm>

namespace redraw {
namespace {

std::int64_t upload_count = 0;

// Shown much smaller than they are, these would flicker without mipmaps.
constexpr int kMipmapsFrom = 512;

}  // namespace

int largest_texture_side() {
    GLint most = 4096;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    return std::max(1, int(most));
}

GlTexture& GlTexture::operator=(GlTexture&& other) noexcept {
    std::swap(name_, other.name_);
    std::swap(width_, other.width_);
    std::swap(height_, other.height_);
    std::swap(writer_, other.writer_);
    return *this;
}

std::int64_t GlTexture::uploads() {
    return upload_count;
}

void GlTexture::clear() {
    writer_.reset();  // first: a registered texture must not go
    if (name_) glDeleteTextures(1, &name_);
    name_ = 0;
    width_ = height_ = 0;
}

void GlTexture::upload(const Image& image, TextureFilter filter) {
    const int stride = divide_up(std::max(image.width, image.height), largest_texture_side());
    upload(to_rgba(image, stride), divide_up(image.width, stride), divide_up(image.height, stride),
           filter);
}

void GlTexture::upload(std::span<const std::uint8_t> rgba, int width, int height,
                       TextureFilter filter) {
    writer_.reset();
    ++upload_count;
    if (width != width_ || height != height_) start(width, height);
    put_rows(rgba, 0, height);
    complete(filter);
}

bool GlTexture::show(const Surface& surface, int width, int height, TextureFilter filter,
                     Interop& interop) {
    const bool on_device = !dynamic_cast<const HostSurface*>(&surface);
    if (on_device && interop.on() && std::max(width, height) <= largest_texture_side()) {
        const bool fits = writer_ && width == width_ && height == height_;
        if (!fits) {  // with all its levels: registered, it must not be given other storage
            start(width, height);
            complete(filter);
        }
        // Bound to nothing while CUDA has it: OpenGL touching a mapped texture is undefined.
        glBindTexture(GL_TEXTURE_2D, 0);
        if (!fits) writer_ = interop.writer(name_, width, height);
        if (writer_ && writer_->write(surface)) {
            complete(filter);
            return true;
        }
        if (interop.on()) interop.give_up("CUDA could not copy a drawing into its texture.");
        clear();  // CUDA may still have it
    }
    if (std::max(width, height) > largest_texture_side()) {
        if (const Image* drawing = image_to_show(surface)) upload(*drawing, filter);
        return false;
    }
    try {
        upload(surface.rgba(), width, height, filter);
    } catch (const Error&) {  // the device was lost, which the thread that trains reports
    }
    return false;
}

void GlTexture::start(int width, int height) {
    clear();
    glGenTextures(1, &name_);
    glBindTexture(GL_TEXTURE_2D, name_);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    width_ = width;
    height_ = height;
}

void GlTexture::put_rows(std::span<const std::uint8_t> rgba, int first, int rows) {
    glBindTexture(GL_TEXTURE_2D, name_);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, first, width_, rows, GL_RGBA, GL_UNSIGNED_BYTE,
                    rgba.data());
}

void GlTexture::enlarge_by(TextureFilter filter) const {
    glBindTexture(GL_TEXTURE_2D, name_);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER,
                    filter == TextureFilter::nearest ? GL_NEAREST : GL_LINEAR);
}

void GlTexture::complete(TextureFilter filter) {
    const bool mipmaps =
        std::max(width_, height_) >= kMipmapsFrom && filter == TextureFilter::nearest;
    glBindTexture(GL_TEXTURE_2D, name_);
    if (mipmaps) glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
                    mipmaps ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR);
    enlarge_by(filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

}  // namespace redraw
