// One run in a list: its drawing, name, PSNR, settings, and when. The same everywhere.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

inline constexpr float kRunCard = 72, kRunCardGap = 6;  // units: a card's height, and below it
inline constexpr float kRunThumbnail = kRunCard - 16;   // a drawing's longer side

// Draws a run's card at the top left of `area`, over its width, indented by the run's depth. True
// when pressed.
bool run_card(Ui& ui, const RecentEntry& run, const Rect& area, bool chosen);

// The entry of a menu, which opens it.
void run_menu_row(Ui& ui, const RecentEntry& run);

}  // namespace redraw::ui
