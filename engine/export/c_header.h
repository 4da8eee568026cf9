// A network as source code that draws its picture alone, with nothing of Redraw: a C header, which
// says in a comment what it is and how to call it.
#pragma once

#include "engine/network/config.h"

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

// C99, needs <math.h> only: redraw_draw(x, y, values). Throws Error of a network of windows: it
// draws from a picture, which code does not hold.
std::string c_header(const NetworkCode& code);

}  // namespace redraw
