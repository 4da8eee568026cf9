// The table of sheets, and the open one, drawn over everything else.
#pragma once

#include "ui/state/context.h"

#include <span>

namespace redraw::ui {

std::span<const Sheet> sheet_table();
void draw_sheets(Ui& ui);

}  // namespace redraw::ui
