// A sheet: what lies over the window until it is closed.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

inline constexpr float kSheetEdges = 48;  // units between what it holds and its two sides
bool begin_sheet(Ui& ui, const char* title, float width);
void end_sheet(Ui& ui);
// Enter was pressed and no field took it.
bool confirmed_by_key(const Ui& ui);
void close_dialog(Ui& ui);

}  // namespace redraw::ui
