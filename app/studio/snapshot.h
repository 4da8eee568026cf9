// The learning curves as a picture: the panel drawn once more, at twice its size and beside the
// screen, so that text and lines are crisp and nothing that lies over the panel is kept with it.
// UI thread only, with the window's OpenGL context.
#pragma once

#include "engine/image/image.h"
#include "ui/state/state.h"
#include "ui/state/view.h"

namespace redraw {

// RGB. Throws Error when the graphics card cannot hold a picture of that size.
Image curves_picture(const ui::UiState& state, ui::View view);

}  // namespace redraw
