// The learning rate drawn over time, and what dragging its handles means. The plot of the left
// panel and the learning curves share it. Pure functions.
#pragma once

#include "engine/network/config.h"
#include "ui/state/time_axis.h"

#include <imgui.h>

#include <span>
#include <string>
#include <vector>

namespace redraw::ui {

struct SchedulePlot {
    TimeAxis time;
    double steps_per_epoch = 1;
    float top = 0, bottom = 1;  // pixels
    double rate = 1;            // at the top edge; 0 is the bottom edge

    float x_of(double epoch) const;
    float y_of(double learning_rate) const;
    double epoch_at(float x) const;  // beyond the plot, too
    double rate_at(float y) const;
};

// The schedule from `first_epoch` to the plot's right end: a point a pixel, and where a warm
// restart jumps, one on either side of it.
std::vector<ImVec2> schedule_points(const Schedule& schedule, const SchedulePlot& plot,
                                    double first_epoch);

enum class Handle { none, rate_max, rate_min, warmup, end, end_and_min };

// Returns the place of a handle of this schedule. Rate min is where the curve ends, wherever its
// cosine does.
ImVec2 place_of(Handle handle, const Schedule& schedule, const SchedulePlot& plot);

// Returns the schedule with the handle at `mouse`. Keeps two significant digits, so that a drag
// gives numbers one would type, and always makes a valid schedule; the run ends at `least_epochs`
// or later. Beyond the plot's edges values go on growing.
void drag(Schedule& schedule, Handle handle, const SchedulePlot& plot, ImVec2 mouse,
          double least_epochs = 1);

// The handle within `reach` pixels of the mouse and nearest to it.
Handle nearest_handle(std::span<const Handle> handles, const Schedule& schedule,
                      const SchedulePlot& plot, ImVec2 mouse, float reach);

// "rate max 1.3e-3", beside the handle while it is dragged.
std::string value_of(Handle handle, const Schedule& schedule);

double two_digits(double value);

// Moves a handle by arrow keys: `sideways` the epochs by a twentieth, `upwards` rate max by a
// tenth.
void nudge(Schedule& schedule, int sideways, int upwards);

// A handle being dragged, and the axes of both plots: while one is, all of them stand still, or it
// would run away from the mouse.
struct ScheduleDrag {
    Handle handle = Handle::none;
    bool over_curves = false;  // else in the left panel
    ImVec2 offset{0, 0};       // from the mouse to where the handle is
    double panel_rate = 2e-3;  // at the top edge of the panel's plot
    std::int64_t panel_epochs = 1000;
    double curves_rate = 2e-3;
    std::int64_t total_steps = 1;  // of the time axis
};

}  // namespace redraw::ui
