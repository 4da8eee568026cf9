// Logs each frame's cost and the positions of its controls, one JSON line per frame. The
// environment variable REDRAW_FRAME_LOG names the file; without it nothing is logged. UI thread
// only.
#pragma once

#include "ui/state/state.h"

#include <cstdint>
#include <vector>

namespace redraw {

struct FrameCost {
    std::int64_t drawings = 0;  // network drawings that reached the graphics card
    std::int64_t uploads = 0;   // pictures of any kind uploaded from host memory
    std::int64_t step = -1;     // the training step that the newest drawing shows
    double milliseconds = 0;
    bool training = false;
};

// Logs a frame; call after ImGui::Render(). Lists the controls only if they changed since the last
// line: [name, x, y, width, height], in pixels of the window.
void log_frame(const FrameCost& cost, const std::vector<ui::Control>& controls);

}  // namespace redraw
