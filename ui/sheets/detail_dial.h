// The dial of the export sheet: how far the drawing that is exported had come, and what that means
// for how close it is.
#pragma once

#include "ui/state/context.h"

#include <string>

namespace redraw::ui {

// Two rows of the sheet: the dial, with what keeps the moment, and a sentence.
void draw_detail_dial(Ui& ui, ExportSheet& sheet);
// Describes in a sentence what is exported.
std::string said_of_moment(const Ui& ui, const ExportSheet& sheet);

}  // namespace redraw::ui
