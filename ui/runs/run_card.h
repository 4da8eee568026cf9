// One run in a list: its drawing, name, PSNR, settings, and when. The same everywhere.
#pragma once

#include "engine/network/config.h"
#include "ui/state/context.h"

namespace redraw::ui {

// Runs in words: their settings in a line, what differs between two. Pure functions.
std::string layers_text(const std::vector<int>& layers);  // "4 layers of 128", "layers 64, 32"
std::string settings_line(const Config& config);          // "SIREN, 4 layers of 128, rate 2e-3"

struct Difference {
    std::string what, a, b;
};
// Only what differs, the most telling first.
std::vector<Difference> differences(const Config& a, const Config& b);

inline constexpr float kRunCard = 72, kRunCardGap = 6;  // units: a card's height, and below it
inline constexpr float kRunThumbnail = kRunCard - 16;   // a drawing's longer side

// Draws a run's card at the top left of `area`, over its width, indented by the run's depth. True
// when pressed.
bool run_card(Ui& ui, const RecentEntry& run, const Rect& area, bool chosen);

// The entry of a menu, which opens it.
void run_menu_row(Ui& ui, const RecentEntry& run);

}  // namespace redraw::ui
