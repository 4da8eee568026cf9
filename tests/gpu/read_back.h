// Reads a texture's pixels back, for the tests of drawings that stay on a device.
#pragma once

#include "app/gl/texture.h"

#include <glad/gl.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace redraw {

// Returns the RGBA bytes, row by row. Leaves the texture bound, as ImGui may.
inline std::vector<std::uint8_t> read_back(const GlTexture& texture) {
    std::vector<std::uint8_t> bytes(std::size_t(texture.width()) * texture.height() * 4, 0x55);
    glBindTexture(GL_TEXTURE_2D, texture.name());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
    return bytes;
}

}  // namespace redraw
