// The kernels of bicubic and Lanczos filters by the distance from their middle, in pixels.
#pragma once

#include <cmath>
#include <numbers>

namespace redraw {

// Keys 1981, a = -0.5.
inline double catmull_rom(double x) {
    x = std::abs(x);
    if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
    if (x < 2) return ((-0.5 * x + 2.5) * x - 4) * x + 2;
    return 0;
}

// Duchon 1979, of three lobes.
inline double lanczos3(double x) {
    if (x == 0) return 1;
    if (std::abs(x) >= 3) return 0;
    const double t = std::numbers::pi * x;
    return 3 * std::sin(t) * std::sin(t / 3) / (t * t);
}

}  // namespace redraw
