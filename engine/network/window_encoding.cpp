#include "engine/network/window_encoding.h"

#include "engine/error.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace redraw {

WindowShape window_shape(const WindowSpec& window) {
    constexpr double kQuarter = 0.25;
    REDRAW_CHECK(window.radius <= kLargestWindow, "a window has room");
    WindowShape shape;
    shape.absolute = window.tones == Tones::absolute;
    const int most = int(kLargestWindow) + 1;
    for (int y = -most; y <= most; ++y)
        for (int x = -most; x <= most; ++x) {
            if (std::hypot(x - kQuarter, y - kQuarter) > window.radius) continue;
            shape.x[shape.count] = std::int8_t(x);
            shape.y[shape.count++] = std::int8_t(y);
            shape.reach = std::max({shape.reach, std::abs(x), std::abs(y)});
        }
    return shape;
}

}  // namespace redraw
