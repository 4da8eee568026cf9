// Draws the panel of the learning curves once more, beside the screen and at twice its size, for a
// crisp picture. UI thread only, with the window's OpenGL context.
#pragma once

#include "engine/image/image.h"
#include "ui/state/state.h"
#include "ui/state/view.h"

namespace redraw {

// RGB. Throws Error when the graphics card cannot hold a picture of that size.
Image curves_picture(const ui::UiState& state, ui::View view);

}  // namespace redraw
