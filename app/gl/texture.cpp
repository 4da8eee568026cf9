#include "app/gl/texture.h"

#include "engine/arithmetic.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace redraw {
namespace {

// Textures with at least this width or height, and nearest as their filter, get mipmaps. Without
// mipmaps they would flicker when painted much smaller.
constexpr int kMipmapsFrom = 512;

// A picture of up to kAtOnce pixels is uploaded in one frame. A larger one first appears reduced to
// about kThin pixels.
constexpr double kAtOnce = 1 << 20, kThin = 1 << 18;
// Most pixels of a picture on the graphics card, about; they take 256 MiB without mipmaps.
constexpr double kMostOnCard = 1 << 26;
constexpr int kPixelsAFrame = 1 << 17;  // pixels uploaded per frame, in about a millisecond

// Returns the smallest n for which every n-th pixel of every n-th row gives about `pixels` pixels
// or fewer.
int stride_for(const Image& picture, double pixels) {
    return std::max(1, int(std::ceil(std::sqrt(double(picture.pixel_count()) / pixels))));
}

// The RGBA test pixel for CUDA interop: values that an uninitialised texture is unlikely to
// contain.
constexpr std::array<std::uint8_t, 4> kProbe{0x2a, 0x91, 0xe6, 0x5d};

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

void GlTexture::clear() {
    writer_.reset();  // CUDA must release the texture before OpenGL deletes it
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
    if (width != width_ || height != height_) start(width, height);
    put_rows(rgba, 0, height);
    complete(filter);
}

bool GlTexture::show(const Surface& surface, int width, int height, TextureFilter filter,
                     Interop& interop) {
    const bool on_device = !dynamic_cast<const HostSurface*>(&surface);
    if (on_device && interop.on() && std::max(width, height) <= largest_texture_side()) {
        const bool fits = writer_ && width == width_ && height == height_;
        // Makes all mipmap levels now, because the storage of a texture registered with CUDA is
        // fixed.
        if (!fits) {
            start(width, height);
            complete(filter);
        }
        // Unbinds the texture while CUDA uses it, because OpenGL must not use it at the same time.
        glBindTexture(GL_TEXTURE_2D, 0);
        if (!fits) writer_ = interop.writer(name_, width, height);
        if (writer_ && writer_->write(surface)) {
            complete(filter);
            return true;
        }
        if (interop.on()) interop.give_up("The driver could not copy a drawing into its texture.");
        clear();  // deletes the texture, which CUDA may still hold
    }
    if (std::max(width, height) > largest_texture_side()) {
        if (const Image* drawing = image_to_show(surface)) upload(*drawing, filter);
        return false;
    }
    try {
        upload(surface.rgba(), width, height, filter);
    } catch (const Error&) {  // ignored: the training thread reports that the GPU was lost
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

void TargetTexture::show(std::shared_ptr<const Image> picture, TextureFilter filter) {
    *this = {};
    if (double(picture->pixel_count()) <= kAtOnce) {
        thin_.upload(*picture, filter);
        filter_ = filter;
        return;
    }
    const int thin = stride_for(*picture, kThin);
    thin_.upload(to_rgba(*picture, thin), divide_up(picture->width, thin),
                 divide_up(picture->height, thin), TextureFilter::linear);
    const int longer = std::max(picture->width, picture->height);
    stride_ =
        std::max(stride_for(*picture, kMostOnCard), divide_up(longer, largest_texture_side()));
    rows_ = divide_up(picture->height, stride_);
    full_.start(divide_up(picture->width, stride_), rows_);
    picture_ = std::move(picture);
}

void TargetTexture::show_squares(bool squares) {
    if (!thin_.name() || full_.name() || filter_ == TextureFilter::nearest || squares == squares_)
        return;
    squares_ = squares;
    thin_.enlarge_by(squares ? TextureFilter::nearest : TextureFilter::linear);
}

bool TargetTexture::advance() {
    if (done()) return false;
    const int rows = std::clamp(kPixelsAFrame / full_.width(), 1, rows_ - next_row_);
    full_.put_rows(to_rgba(*picture_, stride_, next_row_, rows), next_row_, rows);
    next_row_ += rows;
    if (!done()) return true;
    full_.complete(TextureFilter::nearest);
    picture_.reset();
    thin_.clear();
    return false;
}

Interop::Interop(const CudaModule& module) : route_("CUDA-OpenGL") {
    GlTexture texture;
    texture.start(1, 1);
    texture.complete(TextureFilter::nearest);
    // Unbinds the texture, because CUDA and OpenGL must not use it at once.
    glBindTexture(GL_TEXTURE_2D, 0);
    if (!module.match_opengl(texture.name(), kProbe, reason_)) return;
    std::array<std::uint8_t, 4> pixel{};
    glBindTexture(GL_TEXTURE_2D, texture.name());
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    glBindTexture(GL_TEXTURE_2D, 0);
    if (pixel == kProbe)
        make_writer_ = [&module](unsigned name, int width, int height) {
            return module.make_texture_writer(name, width, height);
        };
    else
        reason_ = "A pixel that CUDA wrote into a texture did not arrive in OpenGL.";
}

Interop::Interop(const OpenGlBackend& opengl) : route_("shared OpenGL buffers") {
    try {
        if (!opengl.share_with_current) throw Error("this program is built without OpenGL compute");
        opengl.share_with_current();
        make_writer_ = opengl.make_texture_writer;
    } catch (const Error& error) {
        reason_ =
            "OpenGL cannot share drawings with the window: " + std::string(error.what()) + ".";
    }
}

std::unique_ptr<TextureWriter> Interop::writer(unsigned texture, int width, int height) {
    auto writer = on() ? make_writer_(texture, width, height) : nullptr;
    if (on() && !writer) give_up("CUDA could not register a texture of OpenGL.");
    return writer;
}

void Interop::give_up(std::string reason) {
    make_writer_ = nullptr;
    reason_ = std::move(reason);
}

}  // namespace redraw
