// The plot of the learning rate over time, and the effect of dragging its handles. Used by the left
// panel and the learning curves. Pure functions.
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
    double rate = 1;            // learning rate at the top edge; the bottom edge is 0

    float x_of(double epoch) const;
    float y_of(double learning_rate) const;
    double epoch_at(float x) const;  // also outside the plot
    double rate_at(float y) const;
};

// Returns the schedule's line from `first_epoch` to the plot's right edge: one point a pixel, and
// two where a warm restart jumps.
std::vector<ImVec2> schedule_points(const Schedule& schedule, const SchedulePlot& plot,
                                    double first_epoch);

enum class Handle { none, rate_max, rate_min, warmup, end, end_and_min };

// Returns the position of a handle. The handle of rate min is at the end of the line, even if the
// cosine ends elsewhere.
ImVec2 place_of(Handle handle, const Schedule& schedule, const SchedulePlot& plot);

// Moves a handle to `mouse` and always makes a valid schedule. Values are rounded to two
// significant digits. The run ends at `least_epochs` or later. Dragging beyond the plot increases
// the values further.
void drag(Schedule& schedule, Handle handle, const SchedulePlot& plot, ImVec2 mouse,
          double least_epochs = 1);

// Returns the handle nearest to the mouse within `reach` pixels; none if there is none.
Handle nearest_handle(std::span<const Handle> handles, const Schedule& schedule,
                      const SchedulePlot& plot, ImVec2 mouse, float reach);

// Returns the text beside a handle while it is dragged: "rate max 1.3e-3".
std::string value_of(Handle handle, const Schedule& schedule);

double two_digits(double value);

// Moves handles by arrow keys: `sideways` changes the epochs by a twentieth, `upwards` rate max by
// a tenth.
void nudge(Schedule& schedule, int sideways, int upwards);

// A handle being dragged, and the axes of both plots. The axes are fixed during a drag; otherwise
// the handle would move away from the mouse.
struct ScheduleDrag {
    Handle handle = Handle::none;
    bool over_curves = false;  // false: on the left panel's plot
    ImVec2 offset{0, 0};       // handle position minus mouse position
    double panel_rate = 2e-3;  // learning rate at the top of the panel's plot
    std::int64_t panel_epochs = 1000;
    double curves_rate = 2e-3;
    std::int64_t total_steps = 1;  // length of the time axis
};

}  // namespace redraw::ui
