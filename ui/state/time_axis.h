// The time axis that the learning curves and the timelapse share, so that one vertical line marks
// the shown step in both. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace redraw::ui {

// The visible range of training steps. If `first` or `last` is absent, the range extends to the
// start or the end of the run.
struct StepRange {
    std::optional<double> first, last;
    bool operator==(const StepRange&) const = default;
    bool all() const { return !first && !last; }
};

struct TimeAxis {
    float left = 0, right = 1;     // edges of the axis in pixels
    std::int64_t total_steps = 1;  // the run's length in training steps
    bool logarithmic = false;      // positions are proportional to log(1 + step)
    StepRange shown = {};          // the requested range; first_step() and last_step() limit it

    double first_step() const;
    double last_step() const;  // always greater than first_step()
    // Returns the x position of a step in pixels; outside [left, right] if the step is not visible.
    float x_of(double step) const;
    double step_at(float x) const;      // returns the step at `x`, limited to the visible range
    double step_beyond(float x) const;  // returns the step at `x`, also outside the axis
    bool shows(double step) const { return step >= first_step() && step <= last_step(); }
    // Return the start and the end of the visible range as shares of the whole run's axis, 0 to 1.
    double part_before() const;
    double part_until() const;
};

// Returns the visible range after zooming by `factor` (above 1: in, below 1: out) around `x`. The
// range is never empty and never exceeds the run.
StepRange zoomed(const TimeAxis& axis, float x, double factor);
// Returns the visible range after dragging the axis from `from` to `to` (in pixels). The range
// never exceeds the run.
StepRange panned(const TimeAxis& axis, float from, float to);

// Returns about `wanted` round values in [low, high], at equal distances of 1, 2 or 5 times a power
// of ten.
std::vector<double> round_ticks(double low, double high, int wanted);
// Returns the smallest number that is at least `rough` and is 1, 2 or 5 times a power of ten.
double round_step(double rough);
// Returns the epochs marked on the axis, as round numbers. A logarithmic axis that spans at least a
// factor of ten marks 0 and powers of ten (from 1) if at least two of them are visible.
std::vector<double> epoch_ticks(double first_epoch, double last_epoch, bool logarithmic,
                                int wanted);

}  // namespace redraw::ui
