// Many pictures as they come: what is done, what is being made, what has failed and why.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_queue_sheet(Ui& ui);

}  // namespace redraw::ui
