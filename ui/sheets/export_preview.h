// A detail of an export before it is made, pixel for pixel: on the left what the file will hold, on
// the right what it is compared with. What draws each is chosen above it.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Asks the session for both, and for the enlarging network where one of them is drawn by it.
void draw_export_preview(Ui& ui, ExportSheet& sheet);
// "Sharpening, 6 s"; empty where nothing has to be waited for.
std::string waiting_text(const Status& status, Method method);

}  // namespace redraw::ui
