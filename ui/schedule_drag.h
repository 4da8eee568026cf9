// The schedule plot's axes, and what dragging its handles means. Pure functions.
#pragma once

#include "engine/network/config.h"

#include <imgui.h>

namespace redraw {

struct SchedulePlot {
    float left, right, top, bottom;  // pixels
    double epochs;                   // at the right edge
    double rate;                     // at the top edge; 0 is the bottom edge

    float x_of(double epoch) const;
    float y_of(double learning_rate) const;
    double epoch_at(float x) const;
    double rate_at(float y) const;
};

// Above the plot the rate goes on growing; both keep two significant digits, so that a drag gives
// numbers one would type.
void drag_maximum(Schedule& schedule, const SchedulePlot& plot, float y);
void drag_end(Schedule& schedule, const SchedulePlot& plot, ImVec2 mouse);

double two_digits(double value);

// By arrow keys: `sideways` the epochs by a twentieth, `upwards` rate max by a tenth.
void nudge(Schedule& schedule, int sideways, int upwards);

}  // namespace redraw
