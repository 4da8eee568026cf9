// The page of the sheet "Share" that exports a poster of all neurons.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Returns false for a network that enlarges: its neurons see a few pixels only.
bool has_poster(const Ui& ui);
void draw_poster_page(Ui& ui);
void prepare_poster_page(Ui& ui);

}  // namespace redraw::ui
