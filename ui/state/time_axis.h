// The time axis shared by learning curves and timelapse, so that the playhead is one line through
// both. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace redraw::ui {

// The visible part of a run, in steps; absent ends extend to the run's own ends.
struct StepRange {
    std::optional<double> first, last;
    bool operator==(const StepRange&) const = default;
    bool all() const { return !first && !last; }
};

struct TimeAxis {
    float left = 0, right = 1;     // pixels
    std::int64_t total_steps = 1;  // the run's length
    bool logarithmic = false;      // uses log(1 + step)
    StepRange shown = {};          // clamped to the run

    double first_step() const;
    double last_step() const;       // always greater than first_step()
    float x_of(double step) const;  // outside the pixels for a step that is not shown
    double step_at(float x) const;  // clamped to the steps shown
    double step_beyond(float x) const;
    bool shows(double step) const { return step >= first_step() && step <= last_step(); }
    // Return the ends of the visible part as shares of the whole axis, 0 to 1.
    double part_before() const;
    double part_until() const;
};

// Zooms the axis in by `factor` (below 1: out) around `x`. Always shows some steps and never goes
// beyond the run.
StepRange zoomed(const TimeAxis& axis, float x, double factor);
// Moves the axis so that the step at `from` comes to `to`, limited to the run.
StepRange panned(const TimeAxis& axis, float from, float to);

// Returns about `wanted` round values inside [low, high], spaced by 1, 2 or 5 times a power of ten.
std::vector<double> round_ticks(double low, double high, int wanted);
// Returns the smallest of 1, 2 or 5 times a power of ten that is at least `rough`.
double round_step(double rough);
// Returns round epochs for the axis; powers of ten if it is logarithmic and they are enough.
std::vector<double> epoch_ticks(double first_epoch, double last_epoch, bool logarithmic,
                                int wanted);

}  // namespace redraw::ui
