// One run in a list: its drawing, name, PSNR, settings, and when. The same everywhere.
#pragma once

#include "ui/state/context.h"

namespace redraw {

inline constexpr float kRunCard = 72, kRunCardGap = 6;  // units: a card's height, and below it

// At the top left of `area`, whose width it takes, pushed in by the run's depth. True when pressed.
bool run_card(Ui& ui, const RecentEntry& run, const Rect& area, bool chosen);

// The drawing in a square, whole; an empty field before there is one.
void draw_run_thumbnail(Ui& ui, const RecentEntry& run, ImVec2 at, float side);

}  // namespace redraw
