// The state of the timelapse and of the learning curves above it.
#pragma once

#include "ui/state/time_axis.h"

#include <imgui.h>

#include <cstdint>
#include <filesystem>
#include <optional>

namespace redraw::ui {

struct Timelapse {
    std::optional<std::int64_t> at_step;  // a keyframe is shown; absent: now
    bool playing = false;
    double played = 0;    // seconds of the film at its own speed, while playing
    double moved_at = 0;  // View::time of the last move
    bool dragging = false;
    double dragged_to = 0;  // the step under the mouse, while dragging
};

struct CurvesState {
    StepRange steps_shown;     // of the curves and the timelapse
    std::optional<float> pan;  // the time axis is dragged: where the mouse was
    // The playhead before the press on the curves: a double click is none on the playhead.
    std::optional<std::int64_t> step_before_press;
    bool scrubbing = false;
    std::filesystem::path companion;  // of the last frame; empty: none
    bool companion_by_time = false;   // its curve is laid where this run was at the same second
    ImVec2 size{0, 0};                // of their panel when last drawn
};

}  // namespace redraw::ui
