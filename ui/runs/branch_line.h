// Under the picture: the run this one was branched from.
#pragma once

#include "ui/state/context.h"

namespace redraw {

void draw_branch_line(Ui& ui, ImVec2 at, float width);

}  // namespace redraw
