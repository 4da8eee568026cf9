// What is to be said, in sentences with their buttons. Errors, advice and exports under way stand
// in a band of their own above the panes, which make room: nothing lies on the picture. Good news
// is said below and goes by itself.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_notices(Ui& ui, const Rect& area);

}  // namespace redraw::ui
