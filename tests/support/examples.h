// Small pictures and configurations for training.
#pragma once

#include "engine/image/image.h"
#include "engine/network/config.h"

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace redraw_test {

// Returns a picture whose values are value_at(x, y, channel), 0 to 1.
template <class Value>
redraw::Image painted(int width, int height, int channels, const Value& value_at) {
    redraw::Image image = redraw::make_image(width, height, channels);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int c = 0; c < channels; ++c)
                image.row(y)[x * channels + c] = float(value_at(x, y, c));
    return image;
}

// A black ring on white.
inline redraw::Image ring(int width = 32, int height = 24) {
    return painted(width, height, 1, [&](int x, int y, int) {
        const double r = std::hypot(x - width / 2.0, y - height / 2.0) / width;
        return r > 0.2 && r < 0.3 ? 0 : 1;
    });
}

// A disc on white, a little larger in each further channel. `ink`: its value; 0: black.
inline redraw::Image disc(int channels = 1, float ink = 0) {
    return painted(40, 30, channels, [&](int x, int y, int c) {
        return std::hypot(x - 20, y - 15) < 9 + c ? ink : 1.0f;
    });
}

// Sine waves under a faint chequerboard.
inline redraw::Image waves(int width = 32, int height = 32, int channels = 3) {
    return painted(width, height, channels, [](int x, int y, int c) {
        return 0.5 + 0.2 * std::sin(x * 0.3 + c) + 0.2 * std::cos(y * 0.17 * (c + 1)) +
               ((x / 8 + y / 8) % 2 ? 0.08 : -0.08);
    });
}

inline redraw::Config small_config(std::vector<int> layers, std::int64_t epochs) {
    redraw::Config config;
    config.network.layers = std::move(layers);
    config.schedule.epochs = epochs;
    return config;
}

}  // namespace redraw_test
