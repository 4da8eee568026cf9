// Presets of one's own: what is set now is kept under a name; renamed, used, shared, removed.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

void draw_presets_sheet(Ui& ui);

}  // namespace redraw::ui
