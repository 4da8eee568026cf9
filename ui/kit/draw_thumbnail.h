// A small picture in a list.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// In a square, whole; an empty field before there is one.
void draw_thumbnail(const Ui& ui, const Texture& thumbnail, ImVec2 at, float side);

}  // namespace redraw::ui
