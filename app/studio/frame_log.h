// Logs how long each frame took and where its controls are, as one JSON line per frame. The
// environment variable REDRAW_FRAME_LOG names the file. Without it, nothing is logged. UI thread
// only.
#pragma once

#include "ui/state/state.h"

#include <cstdint>
#include <vector>

namespace redraw {

struct FrameCost {
    std::int64_t drawings = 0;    // number of network renders put on the graphics card
    bool stayed_on_card = false;  // the newest render did not pass through host memory
    std::int64_t step = -1;       // training step of the newest render; -1: none
    double milliseconds = 0;
    bool training = false;
};

// Logs one frame. Call after ImGui::Render(). Lists the controls, if they changed since the last
// line, as [name, x, y, width, height] in pixels of the window.
void log_frame(const FrameCost& cost, const std::vector<ui::Control>& controls);

}  // namespace redraw
