// A small picture in a list.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Draws the whole thumbnail in a square of `side` pixels; an empty field before it is loaded.
void draw_thumbnail(const Ui& ui, const Texture& thumbnail, ImVec2 at, float side);

}  // namespace redraw::ui
