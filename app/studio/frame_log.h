// Logs the cost of each frame and the places of its controls, a line of JSON each, in the file that
// the environment variable REDRAW_FRAME_LOG names; silent without it. UI thread only.
#pragma once

#include "ui/state/state.h"

#include <cstdint>
#include <vector>

namespace redraw {

struct FrameCost {
    std::int64_t drawings = 0;  // of the network that reached the graphics card for this frame
    std::int64_t uploads = 0;   // pictures of any kind that came over the host
    std::int64_t step = -1;     // of the run, that the newest drawing shows
    double milliseconds = 0;
    bool training = false;
};

// After ImGui::Render(): counts what it would have drawn. The controls are told when they are not
// as in the line before: [name, x, y, width, height], in pixels of the window.
void log_frame(const FrameCost& cost, const std::vector<ui::Control>& controls);

}  // namespace redraw
