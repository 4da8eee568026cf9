// How the coordinates reach the network, and the numbers of that encoding.
#pragma once

#include "ui/state/context.h"

namespace redraw {

bool draw_encoding_rows(Ui& ui);  // true when a setting changed
// What a field left open shows: "Auto", with what was chosen; empty for a number of one's own.
std::string automatic_text(const Ui& ui, double edited, double chosen);

}  // namespace redraw
