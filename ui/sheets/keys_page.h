// The settings' page of keys: every action with its own, which can be another or none.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_keys_page(Ui& ui, float height);

}  // namespace redraw::ui
