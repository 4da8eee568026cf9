// The sheets that only inform or ask: shortcuts, about, quitting during an export.
#pragma once

#include "ui/state/context.h"

namespace redraw {

void draw_shortcuts_sheet(Ui& ui);
void draw_about(Ui& ui);
void draw_quit_question(Ui& ui);

}  // namespace redraw
