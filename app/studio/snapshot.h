// Draws the learning curves' panel offscreen at twice its size, for a sharp picture. UI thread
// only, with the window's OpenGL context.
#pragma once

#include "engine/image/image.h"
#include "ui/state/state.h"
#include "ui/state/view.h"

namespace redraw {

// Returns an RGB picture. Throws Error if the graphics card cannot hold a picture of that size.
Image curves_picture(const ui::UiState& state, ui::View view);

}  // namespace redraw
