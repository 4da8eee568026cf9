// The plot of the learning rate over the epochs, and how dragging its handles changes the schedule.
// Pure functions.
#pragma once

#include "engine/network/config.h"
#include "ui/state/time_axis.h"

#include <imgui.h>

#include <string>
#include <vector>

namespace redraw::ui {

struct SchedulePlot {
    TimeAxis time;
    double steps_per_epoch = 1;
    float top = 0, bottom = 1;  // y of the plot's upper and lower edge, in pixels
    double rate = 1;            // learning rate at the top edge; the bottom edge is 0

    float x_of(double epoch) const;
    float y_of(double learning_rate) const;
    double epoch_at(float x) const;  // returns the epoch at `x`, also outside the plot
    double rate_at(float y) const;
};

// Returns the points of the learning rate's line, from `first_epoch` to the plot's right edge: one
// point per pixel, and two where a warm restart makes the rate jump.
std::vector<ImVec2> schedule_points(const Schedule& schedule, const SchedulePlot& plot,
                                    double first_epoch);

enum class Handle { none, rate_max, warmup, end_and_min };

// Returns the position of a handle in pixels. The handle for the minimum rate is at the end of the
// line, even if the cosine schedule reaches its minimum at another epoch.
ImVec2 place_of(Handle handle, const Schedule& schedule, const SchedulePlot& plot);

// Changes the schedule as if `handle` were dragged to `mouse`; the schedule stays valid. Rounds
// values to two significant digits, the end to whole epochs. The end is never set before epoch
// `least_epochs`. Dragging beyond the plot's top or right edge increases the value further.
void drag(Schedule& schedule, Handle handle, const SchedulePlot& plot, ImVec2 mouse,
          double least_epochs = 1);

// Returns the text shown beside a handle while it is dragged: "max rate 1.3e-3".
std::string value_of(Handle handle, const Schedule& schedule);

double two_digits(double value);  // rounds to two significant digits

// Changes the schedule by arrow keys: `sideways` changes the number of epochs by a twentieth,
// `upwards` the maximum rate by a tenth.
void nudge(Schedule& schedule, int sideways, int upwards);

// The handle that the user is dragging, and the axes of the plots that show the run. The axes stay
// fixed during a drag; otherwise the handle would move away from the mouse.
struct ScheduleDrag {
    Handle handle = Handle::none;
    ImVec2 offset{0, 0};       // handle position minus mouse position, in pixels
    double panel_rate = 2e-3;  // learning rate at the top of the panel's plot
    std::int64_t panel_epochs = 1000;
    std::int64_t total_steps = 1;  // length of the curves' time axis in training steps
};

}  // namespace redraw::ui
