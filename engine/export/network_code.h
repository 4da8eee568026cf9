// A network as source code that draws its picture alone, with nothing of Redraw: a C header and an
// OpenGL fragment shader. Both say in a comment what they are and how to call them.
#pragma once

#include "engine/network/config.h"

#include <filesystem>
#include <span>
#include <string>

namespace redraw {

struct NetworkCode {
    NetworkSpec network;
    int channels = 1;
    std::span<const float> parameters;
    std::string title;  // of the picture, for the comment
    double aspect = 1;  // width / height
};

// C99, needs <math.h> only: redraw_draw(x, y, values). Any network.
std::string c_header(const NetworkCode& code);

// GLSL 3.30 and ES 3.00: every layer written out, so small networks only. Throws Error for more
// than kMostShaderParameters and for grids, whose tables belong into a texture.
inline constexpr std::size_t kMostShaderParameters = 20'000;
std::string fragment_shader(const NetworkCode& code);

}  // namespace redraw
