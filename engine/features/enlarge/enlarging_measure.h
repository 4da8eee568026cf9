// What the window knows of the network that learns to enlarge a run's picture. Plain values.
#pragma once

#include "engine/drawing/method.h"
#include "engine/image/quality.h"

#include <optional>
#include <vector>

namespace redraw {

// Progress and result of the network that learns to enlarge the run's picture
// (features/enlarge/enlargement.h) beside the run.
struct EnlargingMeasure {
    double progress = 0;      // part of the training and the self-test done, 0 to 1
    double seconds_left = 0;  // estimated time left; 0 while unknown
    bool finished = false;    // both have ended: the network can render
    // Results of the half-size self-test, in which the picture's half-size version is enlarged and
    // compared with the picture: Method::enlarging and the interpolations. Only PSNR is measured
    // (NaN: not possible).
    std::vector<Quality> methods{};
    // The interpolation used for enlargements because it came closer to the picture than the
    // network did; absent: the network is used.
    std::optional<Filter> interpolation{};
};

}  // namespace redraw
