// What happened to a run, as ticks on the time axis: resumed, branched, its schedule changed.
#pragma once

#include "ui/state/context.h"
#include "ui/state/time_axis.h"

#include <string>
#include <vector>

namespace redraw {

struct Marker {
    float x = 0;
    std::int64_t first_step = 0, last_step = 0;
    std::vector<std::string> texts;  // each once, in order
};

// The events shown on the axis; those less than `apart` pixels from the one before share its
// marker. That a run was started is no news. Pure.
std::vector<Marker> markers_of(const std::vector<Event>& events, const TimeAxis& axis, float apart);

// "epoch 120: schedule changed, resumed"; "epochs 120 to 124: ..." of several. Pure.
std::string text_of(const Marker& marker, double steps_per_epoch);

// Draws them at the foot of `plot`; the one under the mouse, where `hover` allows, with its text.
// True when there is one.
bool draw_markers(Ui& ui, const Rect& plot, const TimeAxis& axis, bool hover);

}  // namespace redraw
