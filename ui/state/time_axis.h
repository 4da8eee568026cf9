// The one horizontal axis of the studio: learning curves and timelapse place every step with it, so
// that the playhead is one line through both. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace redraw::ui {

// The part of a run that the time axis shows, in steps; absent ends: all of it.
struct StepRange {
    std::optional<double> first, last;
    bool operator==(const StepRange&) const = default;
    bool all() const { return !first && !last; }
};

struct TimeAxis {
    float left = 0, right = 1;     // pixels
    std::int64_t total_steps = 1;  // the run's end
    bool logarithmic = false;      // log(1 + step)
    StepRange shown = {};          // ends beyond the run count as the run's

    double first_step() const;
    double last_step() const;       // always after the first
    float x_of(double step) const;  // beyond the pixels for a step that is not shown
    double step_at(float x) const;  // clamped to the steps shown
    double step_beyond(float x) const;
    bool shows(double step) const { return step >= first_step() && step <= last_step(); }
    // The ends of the shown part within the whole run, each 0 to 1, as the axis is scaled.
    double part_before() const;
    double part_until() const;
};

// The axis drawn in by `factor` (out: below 1), the step at `x` staying where it is. Never closer
// than a few steps, never beyond the run.
StepRange zoomed(const TimeAxis& axis, float x, double factor);
// Moved so that what was at `from` is at `to`, as far as the run goes.
StepRange panned(const TimeAxis& axis, float from, float to);

// Round values inside [low, high], about `wanted` of them: 1, 2 or 5 times a power of ten apart.
std::vector<double> round_ticks(double low, double high, int wanted);
// 1, 2 or 5 times a power of ten, at least `rough`.
double round_step(double rough);
// Round epochs for the axis; powers of ten when it is logarithmic and they are enough.
std::vector<double> epoch_ticks(double first_epoch, double last_epoch, bool logarithmic,
                                int wanted);

}  // namespace redraw::ui
