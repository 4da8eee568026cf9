// The one horizontal axis of the studio: learning curves and timelapse place every step with it, so
// that the playhead is one line through both. Pure functions.
#pragma once

#include <cstdint>
#include <vector>

namespace redraw {

struct TimeAxis {
    float left = 0, right = 1;     // pixels
    std::int64_t total_steps = 1;  // at the right end
    bool logarithmic = false;      // log(1 + step)

    float x_of(double step) const;
    double step_at(float x) const;  // clamped to [0, total_steps]
};

// Round values inside [low, high], about `wanted` of them: 1, 2 or 5 times a power of ten apart.
std::vector<double> round_ticks(double low, double high, int wanted);
// Round epochs for the axis; powers of ten when it is logarithmic.
std::vector<double> epoch_ticks(double last_epoch, bool logarithmic, int wanted);

}  // namespace redraw
