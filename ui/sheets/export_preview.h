#pragma once

#include "engine/drawing/method.h"
#include "ui/state/context.h"

#include <string>

namespace redraw::ui {

// Draws a preview of a detail, pixel for pixel: the future file on the left, the compared
// method on the right. Requests both renders from the session, and the training of the
// enlarging network if a file or the comparison needs it.
void draw_export_preview(Ui& ui, ExportSheet& sheet);
// Returns a text like "Sharpening, 6 s" while the enlarging network trains; empty if the method
// is ready.
std::string waiting_text(const Status& status, Method method);

}  // namespace redraw::ui
