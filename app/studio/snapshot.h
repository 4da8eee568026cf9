// Paints the panel of learning curves offscreen at twice its size, for export as a sharp picture.
// UI thread only, with the window's OpenGL context.
#pragma once

#include "engine/image/image.h"
#include "ui/state/state.h"
#include "ui/state/view.h"

namespace redraw {

// Returns the picture of the learning curves in RGB. Throws Error if no curves were painted yet, or
// if the graphics card does not support a picture of that size.
Image curves_picture(const ui::UiState& state, ui::View view);

}  // namespace redraw
