// How the coordinates reach the network, the numbers of that encoding, and how freely they let it
// draw between the pixels.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// True when a setting changed.
bool draw_smoothness_row(Ui& ui);
bool draw_encoding_rows(Ui& ui);
// What a field left open shows: "Auto", with what was chosen; empty for a number of one's own.
std::string automatic_text(const Ui& ui, double edited, double chosen);

}  // namespace redraw::ui
