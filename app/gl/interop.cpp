#include "app/gl/interop.h"

#include "app/gl/texture.h"

#include <glad/gl.h>

#include <array>
#include <utility>

namespace redraw {
namespace {

// Four different bytes, none of them what an untouched texture holds.
constexpr std::array<std::uint8_t, 4> kProbe{0x2a, 0x91, 0xe6, 0x5d};

}  // namespace

Interop::Interop(const CudaModule& module) {
    GlTexture texture;
    texture.start(1, 1);
    texture.complete(TextureFilter::nearest);
    glBindTexture(GL_TEXTURE_2D, 0);  // CUDA and OpenGL never hold it at the same time
    if (!module.match_opengl(texture.name(), kProbe, reason_)) return;
    std::array<std::uint8_t, 4> pixel{};
    glBindTexture(GL_TEXTURE_2D, texture.name());
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    glBindTexture(GL_TEXTURE_2D, 0);
    if (pixel == kProbe)
        module_ = &module;
    else
        reason_ = "A pixel that CUDA wrote into a texture did not arrive in OpenGL.";
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
