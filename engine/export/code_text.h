// Numbers and names as C and GLSL read them.
#pragma once

#include "engine/export/network_code.h"

#include <string>

namespace redraw {

// Nine digits, which give the float back; always a floating-point literal: "3.", "1e-05".
std::string literal(double value);

// "lion.png, drawn by Redraw: a network of 2241 numbers.": one line, safe inside a comment.
std::string about(const NetworkCode& code);

// Throws Error of a network of windows: it draws from a picture, which code does not hold.
void require_coordinates(const NetworkCode& code);

}  // namespace redraw
