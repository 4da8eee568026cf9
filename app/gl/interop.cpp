#include "app/gl/interop.h"

#include <glad/gl.h>

#include <array>
#include <utility>

namespace redraw {
namespace {

// Four different bytes, none of them what an untouched texture holds.
constexpr std::array<std::uint8_t, 4> kProbe{0x2a, 0x91, 0xe6, 0x5d};

}  // namespace

Interop::Interop(const CudaModule& module) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    std::array<std::uint8_t, 4> pixel{};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glBindTexture(GL_TEXTURE_2D, 0);  // CUDA and OpenGL never hold it at the same time
    if (module.match_opengl(texture, kProbe, reason_)) {
        glBindTexture(GL_TEXTURE_2D, texture);
        glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
        glBindTexture(GL_TEXTURE_2D, 0);
        if (pixel == kProbe)
            module_ = &module;
        else
            reason_ = "A pixel that CUDA wrote into a texture did not arrive in OpenGL.";
    }
    glDeleteTextures(1, &texture);
}

std::unique_ptr<TextureWriter> Interop::writer(unsigned texture, int width, int height) {
    auto writer = on() ? module_->make_texture_writer(texture, width, height) : nullptr;
    if (on() && !writer) give_up("CUDA could not register a texture of OpenGL.");
    return writer;
}

void Interop::give_up(std::string reason) {
    module_ = nullptr;
    reason_ = std::move(reason);
}

}  // namespace redraw
