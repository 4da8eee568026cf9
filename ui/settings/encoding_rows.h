// The rows for the encoding, its parameters, and the smoothness between the pixels.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Draw the rows; true when a setting changed.
bool draw_smoothness_row(Ui& ui);
bool draw_encoding_rows(Ui& ui);
// The text of a field that is left open: "Auto", with the chosen value; empty if `edited` is set.
std::string automatic_text(const Ui& ui, double edited, double chosen);

}  // namespace redraw::ui
