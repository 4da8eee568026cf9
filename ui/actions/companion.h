// The second run beside the open one: what it is called, who is ahead, and the bar that says so
// above the curves. The open run is A, a rival is B.
#pragma once

#include "ui/state/context.h"

#include <string>

namespace redraw {

// Chooses what to show when a comparison begins or ends; once a frame.
void follow_companion(Ui& ui);

std::string companion_label(const Status& status);  // on its drawing: "B, 35.1 dB"
std::string race_label(const Status& status);       // on this run's: "A, 38.2 dB"; empty: no race
std::string standing(const Status& status);         // "A leads by 3.1 dB"

}  // namespace redraw
