// The second run beside the open one: what it is called, who is ahead, and the bar that says so
// above the curves. The open run is A, a rival is B.
#pragma once

#include "ui/curve_lines.h"
#include "ui/panel.h"

#include <string>

namespace redraw {

// Chooses what to show when a comparison begins or ends; once a frame.
void follow_companion(Ui& ui);

std::string companion_label(const Status& status);  // on its drawing: "B, 35.1 dB"
std::string race_label(const Status& status);       // on this run's: "A, 38.2 dB"; empty: no race
std::string standing(const Status& status);         // "A leads by 3.1 dB"

// Of the layout; 0 when the run is alone.
float companion_bar_height(const Ui& ui);
void draw_companion_bar(Ui& ui, const Rect& area);
// What differs in settings: a popup of this name, its lower right corner there.
void draw_differences(Ui& ui, const char* popup, ImVec2 corner);

// Room for its curve too.
ValueRange with_companion(const Status& status, const TimeAxis& axis, const ValueRange& psnr);
// Its PSNR in the plot, dashed, by epochs or by training time.
void draw_companion_curve(Ui& ui, const Rect& plot, const TimeAxis& axis, const ValueRange& psnr);
// The dashes of its curve, as a sample.
void draw_companion_dashes(Ui& ui, ImVec2 from, float width);

}  // namespace redraw
