// Rows of the export sheets.
#pragma once

#include "ui/actions/dialogs.h"
#include "ui/kit/widgets.h"

namespace redraw {

// A label with its explanation; leaves the cursor beside it.
void sheet_row(Ui& ui, const char* label, const char* help);
// The folder exports go to, and "Choose…", which opens `chooser` and comes back.
void draw_folder_row(Ui& ui, Dialog chooser);

}  // namespace redraw
